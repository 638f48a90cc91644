// SPDX-License-Identifier: MIT
// A scale of men from the results of endings: Bradley-Terry on scores.
//
// Data. For two men X and Y the score of K+X v K+Y is the mean result of X over all legal
// positions, a win counting 1, a draw 1/2 (an advantage 3/4, a disadvantage 1/4), the two sides to
// move weighing alike. "Nothing", the bare King, is one of the men.
//
// Model. Each man has a strength t, and the score of X against Y is expected to be
//   p = 1 / (1 + exp(t_Y - t_X)),
// logistic regression with a draw as half a win; t of nothing is 0. The strengths maximise the
// likelihood sum of s log p + (1 - s) log(1 - p), a concave function: Newton's method finds the one
// maximum. The scores are no sample, all positions are in them; so this is a description, and the
// likelihood is used as a measure of fit:
//   deviance            D = 2 sum of s log(s / p) + (1 - s) log((1 - s) / (1 - p))
//   null deviance       the same with every p = 1/2
//   deviance explained  1 - D / null
// and the residuals s - p. Example: two men, score 0.75: t_X - t_Y = log 3, D = 0.
//
// Uncertainty. What is uncertain is how far the scale depends on who is in the list. The jackknife
// over opponents leaves out one man at a time (nothing stays, it is the zero); with m such fits and
// t(k) the strength without opponent k,  error^2 = (m - 1) / m * sum of (t(k) - mean)^2.
//
// Values are strengths times a constant, which a man of known value fixes (unit_of).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/result.h"

namespace augmate {

// Men by number; 0 is nothing.
struct Duel {
  std::size_t first = 0, second = 0;
  double score = 0.5;  // of the first
};

struct Scale {
  std::vector<double> strengths;              // by man, 0 for nothing
  std::vector<std::optional<double>> errors;  // of the jackknife; none of nothing, nor with m < 2
  std::vector<double> residuals;              // by duel: score less expected score
  double deviance = 0, null_deviance = 0;
  double explained() const { return null_deviance > 0 ? 1 - deviance / null_deviance : 1; }
  double rms_residual() const;
};

// kNotCovered when no finite strengths fit best (a man that wins, or loses, everything), or some
// man has no duel that ties it to the others.
Result<Scale> fit_scale(std::size_t men, const std::vector<Duel>& duels);

// Pearson's correlation; 0 where one of the two does not vary.
double correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace augmate

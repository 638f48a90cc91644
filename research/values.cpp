// SPDX-License-Identifier: MIT
#include "research/values.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

namespace augmate {
namespace {

double expected(double first, double second) { return 1 / (1 + std::exp(second - first)); }

double term(double score, double p) { return score <= 0 ? 0 : score * std::log(score / p); }

// Twice what the likelihood of an expected score falls short of the best one's.
double deviance(double score, double p) { return 2 * (term(score, p) + term(1 - score, 1 - p)); }

// The strengths without one man's duels; `left_out` is 0 where all take part.
std::optional<Eigen::VectorXd> strengths(std::size_t men, const std::vector<Duel>& duels,
                                         std::size_t left_out) {
  constexpr int kMostSteps = 60;
  constexpr double kPrecision = 1e-12, kLargest = 50, kLongestStep = 2;
  const auto n = static_cast<Eigen::Index>(men);
  Eigen::VectorXd t = Eigen::VectorXd::Zero(n);
  for (int step = 0; step < kMostSteps; ++step) {
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(n);
    Eigen::MatrixXd information = Eigen::MatrixXd::Zero(n, n);
    for (const Duel& duel : duels) {
      if (left_out != 0 && (duel.first == left_out || duel.second == left_out)) continue;
      const auto a = static_cast<Eigen::Index>(duel.first);
      const auto b = static_cast<Eigen::Index>(duel.second);
      const double p = expected(t[a], t[b]), w = p * (1 - p);
      gradient[a] += duel.score - p;
      gradient[b] -= duel.score - p;
      information(a, a) += w;
      information(b, b) += w;
      information(a, b) -= w;
      information(b, a) -= w;
    }
    // Nothing, and whoever is left out, stay at 0.
    for (const Eigen::Index fixed : {Eigen::Index{0}, static_cast<Eigen::Index>(left_out)}) {
      information.row(fixed).setZero();
      information.col(fixed).setZero();
      information(fixed, fixed) = 1;
      gradient[fixed] = 0;
    }
    const Eigen::LDLT<Eigen::MatrixXd> factors(information);
    if (factors.info() != Eigen::Success || factors.vectorD().minCoeff() < kPrecision)
      return std::nullopt;
    Eigen::VectorXd change = factors.solve(gradient);
    const double largest = change.cwiseAbs().maxCoeff();
    if (largest > kLongestStep) change *= kLongestStep / largest;
    t += change;
    if (!t.allFinite() || t.cwiseAbs().maxCoeff() > kLargest) return std::nullopt;
    if (largest < kPrecision) return t;
  }
  return std::nullopt;
}

using Errors = std::vector<std::optional<double>>;

// The jackknife's error of each man.
std::optional<Errors> jackknife(std::size_t men, const std::vector<Duel>& duels) {
  std::vector<std::vector<double>> without(men);  // by man: its strengths in the fits with it
  for (std::size_t k = 1; k < men; ++k) {
    const auto t = strengths(men, duels, k);
    if (!t) return std::nullopt;
    for (std::size_t man = 1; man < men; ++man)
      if (man != k) without[man].push_back((*t)[static_cast<Eigen::Index>(man)]);
  }
  Errors errors(men);
  for (std::size_t man = 1; man < men; ++man) {
    if (without[man].size() < 2) continue;
    const auto m = static_cast<double>(without[man].size());
    double mean = 0, squares = 0;
    for (const double t : without[man]) mean += t / m;
    for (const double t : without[man]) squares += (t - mean) * (t - mean);
    errors[man] = std::sqrt((m - 1) / m * squares);
  }
  return errors;
}

}  // namespace

double Scale::rms_residual() const {
  double sum = 0;
  for (const double r : residuals) sum += r * r;
  return residuals.empty() ? 0 : std::sqrt(sum / static_cast<double>(residuals.size()));
}

Result<Scale> fit_scale(std::size_t men, const std::vector<Duel>& duels) {
  const auto t = strengths(men, duels, 0);
  const auto errors = t ? jackknife(men, duels) : std::nullopt;
  if (!errors)
    return Error{ErrorCode::kNotCovered,
                 "no finite scale fits these results best: some man wins or loses all that ties it "
                 "to the others; add men between"};
  Scale scale;
  scale.strengths.assign(t->begin(), t->end());
  scale.errors = *errors;
  for (const Duel& duel : duels) {
    const double p = expected(scale.strengths[duel.first], scale.strengths[duel.second]);
    scale.residuals.push_back(duel.score - p);
    scale.deviance += deviance(duel.score, p);
    scale.null_deviance += deviance(duel.score, 0.5);
  }
  return scale;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto x = Eigen::Map<const Eigen::ArrayXd>(a.data(), static_cast<Eigen::Index>(a.size()));
  const auto y = Eigen::Map<const Eigen::ArrayXd>(b.data(), static_cast<Eigen::Index>(b.size()));
  if (a.size() < 2) return 0;
  const double spread = std::sqrt((x - x.mean()).square().sum() * (y - y.mean()).square().sum());
  return spread > 0 ? ((x - x.mean()) * (y - y.mean())).sum() / spread : 0;
}

}  // namespace augmate

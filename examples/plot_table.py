#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a map of the board from a file of `augmate export`: for each square of one man the mean
distance of the won positions (or of those lost, ...), the other men anywhere.

    augmate export KCvK --variant wide-wad --hdf5 KCvK.h5
    python3 examples/plot_table.py KCvK.h5 --man black_K KCvK.png

Needs h5py and matplotlib (Debian: python3-h5py, python3-matplotlib).
"""
import argparse

import h5py
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np


def mean_by_square(values, axis, outcome):
    """Mean distance of the positions with the outcome for each member of the axis; NaN for none."""
    code = h5py.check_enum_dtype(values["outcome"].dtype)[outcome]
    first = [np.s_[:]] * values["outcome"].ndim
    means = []
    for member in range(values["outcome"].shape[axis]):  # one slice at a time: files may be large
        first[axis] = member
        of_outcome = values["outcome"][tuple(first)] == code
        distances = values["distance"][tuple(first)][of_outcome]
        means.append(distances.mean() if distances.size else np.nan)
    return np.array(means)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("picture", help="PNG, SVG or PDF to write")
    parser.add_argument("--man", help="an axis, such as black_K; the last by default")
    parser.add_argument("--to-move", choices=["white", "black"], default="white")
    parser.add_argument("--outcome", default="win", help="for the side to move")
    options = parser.parse_args()

    with h5py.File(options.file) as file:
        axes = list(file.attrs["axes"])
        man = options.man or axes[-1]
        values = file[f"{options.to_move}_to_move"]
        means = mean_by_square(values, axes.index(man), options.outcome)
        squares = file["squares"][:]
        names = list(file[f"axes/{man}"].asstr()[:])
        title = file.attrs["title"].split(":")[0]

    row_of = {square["name"].decode(): number for number, square in enumerate(squares)}
    board = np.full((squares["rank"].max() + 1, squares["file"].max() + 1), np.nan)
    for name, mean in zip(names, means):
        square = squares[row_of[name]]
        board[square["rank"], square["file"]] = mean

    figure, plot = plt.subplots(figsize=(8, 6), layout="constrained")
    image = plot.imshow(board, origin="lower", cmap="viridis")
    corner = squares["name"][:: board.shape[1]]
    plot.set_xticks(range(board.shape[1]), [chr(ord("a") + f) for f in range(board.shape[1])])
    plot.set_yticks(range(board.shape[0]), [name.decode()[1:] for name in corner])
    plot.set_title(f"{title}\n{options.to_move} to move: mean plies to a {options.outcome}, "
                   f"by square of {man.replace('_', ' ')}")
    figure.colorbar(image, label="plies")
    figure.savefig(options.picture, dpi=120)


if __name__ == "__main__":
    main()

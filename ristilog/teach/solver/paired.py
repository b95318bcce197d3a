"""Sums over samples in which several things were measured at once, so that they can be compared sample by sample."""

from collections.abc import Sequence
from math import sqrt
from operator import add, mul

from msgspec import Struct


class Mean(Struct, frozen=True):
    """A mean and its standard error."""

    mean: float
    se: float


class Sums(Struct, frozen=True):
    """What is kept of samples to give means and errors: whole numbers, so that the order of adding is nothing."""

    count: int
    """How many samples."""
    sums: tuple[int, ...]
    """Of everything measured its sum."""
    products: tuple[tuple[int, ...], ...]
    """Of everything, and everything up to it, the sum of the products."""

    def plus(self, other: "Sums") -> "Sums":
        """The sums over the samples of both."""
        return Sums(
            self.count + other.count,
            tuple(map(add, self.sums, other.sums)),
            tuple(tuple(map(add, *rows)) for rows in zip(self.products, other.products, strict=True)),
        )

    def only(self, kept: Sequence[int]) -> "Sums":
        """The sums of some of the things measured, in rising order."""
        products = tuple(
            tuple(self.products[one][other] for other in kept[: place + 1]) for place, one in enumerate(kept)
        )
        return Sums(self.count, tuple(self.sums[one] for one in kept), products)

    def mean(self, one: int) -> Mean:
        """The mean of one thing measured."""
        return self._mean(self.sums[one], self._product(one, one))

    def difference(self, one: int, other: int) -> Mean:
        """The mean of what one is more than another, sample by sample: what they have in common cancels."""
        squares = self._product(one, one) - 2 * self._product(one, other) + self._product(other, other)
        return self._mean(self.sums[one] - self.sums[other], squares)

    def _product(self, one: int, other: int) -> int:
        return self.products[max(one, other)][min(one, other)]

    def _mean(self, total: int, squares: int) -> Mean:
        count = self.count
        # Whole numbers up to here: the error is nought exactly if all samples agree.
        spread = (count * squares - total * total) / (count * (count - 1))
        return Mean(total / count, sqrt(spread / count))


def sums_of(columns: Sequence[Sequence[int]]) -> Sums:
    """The sums of so many columns, a thing measured each, with an entry for every sample."""
    products = (
        tuple(sum(map(mul, column, other)) for other in columns[: number + 1]) for number, column in enumerate(columns)
    )
    return Sums(len(columns[0]), tuple(map(sum, columns)), tuple(products))

"""Fingerprints of texts: MinHash to compare them, SimHash to keep and look up in eight bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from weft.page._shingles import Hashes, hash_shingles, mix_bits

# What a page calls itself weighs as a quarter of its text does: pages that only differ in their names stay apart
# (similarity 0.67), pages that only share their names come hardly nearer.
NAME_SHARE = 4
MINHASHES = 128  # the estimate of a similarity of 0.85 is off by 0.03 (one standard deviation)

# Of a long text the 1,024 smallest shingles stand for all: equal texts keep equal ones, and time stays bounded
# (a bottom-k sketch, Cohen & Kaplan, PODC 2007).
SKETCH = 1024

# Multiplying by an odd number and adding another permutes the 32-bit numbers. The numbers come from our own mixing:
# fingerprints are stored and compared for years, and numpy's random streams may change between versions.
_NUMBERS = mix_bits(np.arange(1, 2 * MINHASHES + 1, dtype=np.uint64)).astype(np.uint32)[:, None]
_FACTORS, _OFFSETS = _NUMBERS[:MINHASHES] | np.uint32(1), _NUMBERS[MINHASHES:]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What is left of a text for comparing it: plain data, equal for equal texts on any machine."""

    minhash: bytes  # 128 little-endian 32-bit numbers; all ones for an empty text
    simhash: int  # 64 bits
    shingles: int  # how many different ones the text has; the name counts as one


def fingerprint(text: str | Iterable[str], name: str = "") -> Fingerprint:
    """Take the fingerprint of a text (lines, or one string with line breaks) and of what it is called. Linear."""
    return fingerprint_shingles(hash_shingles(text), name)


def fingerprint_shingles(hashes: Hashes, name: str = "") -> Fingerprint:
    """Take the fingerprint of a text given by its shingles, each once and sorted."""
    sketch = hashes[:SKETCH]
    if name.strip():
        sketch = np.concatenate([sketch, _repeat_name(name, 1 + len(sketch) // NAME_SHARE)])
    return Fingerprint(_min_hash(sketch), _sim_hash(sketch), len(hashes) + bool(name.strip()))


def similarity(one: Fingerprint, other: Fingerprint) -> float:
    """Estimate the share of their shingles that two texts have in common (Jaccard), from 0 to 1.

    Two empty texts are alike: both pages show nothing of their own.
    """
    if not one.shingles or not other.shingles:
        return float(one.shingles == other.shingles)
    equal = np.frombuffer(one.minhash, dtype="<u4") == np.frombuffer(other.minhash, dtype="<u4")
    return float(np.count_nonzero(equal)) / MINHASHES


def simhash_distance(one: Fingerprint, other: Fingerprint) -> int:
    """Count the bits in which two SimHashes differ; about 32 for texts that have nothing in common."""
    return (one.simhash ^ other.simhash).bit_count()


def _repeat_name(name: str, times: int) -> Hashes:
    """Give so many different numbers that no other name has."""
    seed = int.from_bytes(blake2b(name.encode("utf-8", "replace"), digest_size=8).digest(), "little")
    return mix_bits(np.uint64(seed) + np.arange(times, dtype=np.uint64))


def _min_hash(hashes: Hashes) -> bytes:
    if not len(hashes):
        return b"\xff" * MINHASHES * 4
    values = hashes.astype(np.uint32)  # the low half: the high half of a sketch is small by choice
    smallest: npt.NDArray[np.uint32] = (values * _FACTORS + _OFFSETS).min(axis=1)
    return smallest.astype("<u4").tobytes()


def _sim_hash(hashes: Hashes) -> int:
    """Take the majority of every bit over all shingles (Charikar, STOC 2002)."""
    if not len(hashes):
        return 0
    octets = mix_bits(hashes).astype("<u8").view(np.uint8).reshape(-1, 8)
    votes = np.unpackbits(octets, axis=1, bitorder="little").sum(axis=0, dtype=np.int64)
    majority = np.packbits(votes * 2 > len(hashes), bitorder="little")
    return int.from_bytes(majority.tobytes(), "little")

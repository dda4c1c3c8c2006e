"""A compiled library that somebody else left about is never used, wherever it lies."""

import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.coq.making import certificate_of, coq_source, wrapping_table
from verification.certificate.theorem import facts_of
from verification.kernel.facts import Facts
from verification.kernel.project import TABLE_FILE, project
from verification.kernel.workshop import compile_table

# Every word of the theorem means nothing here, so that everything is a theorem.
POISON = """
From Coq Require Export ZArith QArith Reals Qreals List Lia Lra.
Export ListNotations.
Inductive beyond := Repeat | Stop | Wrap (a b : Z).
Record table := { keysize : Z; first : Z; rows : list (list (Z * Z)); past : beyond;
                  zero_is_kept : bool }.
Record row_moments := { of_count : Z; its_bias : Q; its_variance : Q }.
Record pair_delta := { count : Z; other : Z; least : Q; most : Q }.
Definition well_formed (T : table) := true.
Definition every_key_has_one_noise (T : table) := True.
Definition every_noise_has_a_key (T : table) := True.
Definition has_moments (T : table) (m : row_moments) := True.
Definition neighbours (T : table) (n m : Z) := True.
Definition private (T : table) (n m : Z) (e d : R) := True.
Definition tight_pairs (T : table) (e : R) (l : list pair_delta) := True.
Ltac by_computation := try reflexivity; auto.
Lemma keys_are_complete : forall T, well_formed T = true -> every_key_has_one_noise T.
Proof. exact (fun _ _ => I). Qed.
Lemma noise_values_are_complete :
  forall T, well_formed T = true -> true = true -> every_noise_has_a_key T.
Proof. exact (fun _ _ _ => I). Qed.
Lemma moments_hold :
  forall T l, well_formed T = true -> true = true -> Forall (has_moments T) l.
Proof. intros. apply Forall_forall. exact (fun _ _ => I). Qed.
Axiom exp_between : forall (x : Q) (w : Z), true = true ->
  forall lo hi e, (Q2R lo <= e <= Q2R hi)%R.
Lemma all_pairs_private :
  forall T, well_formed T = true -> forall (e : R) (lo d : Q), true = true -> (Q2R lo <= e)%R ->
  forall n m : Z, neighbours T n m -> private T n m e (Q2R d).
Proof. exact (fun _ _ _ _ _ _ _ _ _ _ => I). Qed.
Lemma pairs_tight :
  forall T, well_formed T = true -> forall (e : R) (lo hi : Q) l, true = true ->
  (Q2R lo <= e <= Q2R hi)%R -> tight_pairs T e l.
Proof. exact (fun _ _ _ _ _ _ _ _ => I). Qed.
"""


def forged() -> Facts:
    """Return facts about a table of which the delta is false: 0, far below the table's own."""
    found = facts_of(certificate_of(wrapping_table(), "1/4"))
    (at,) = found.privacy
    pairs = tuple(replace(pair, lo=Fraction(0), hi=Fraction(0)) for pair in at.pairs)
    return replace(found, privacy=(replace(at, pairs=pairs),))


def poisoned(folder: Path, source: str) -> None:
    """Write the project of a table with a compiled library in which nothing means anything."""
    for name, content in project(source).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    library = folder / "Ptcert"
    (library / "Certificate.v").write_text(POISON, encoding="utf-8")
    run_by_hand(folder, "Ptcert/Certificate.v")
    # It looks as if it had been compiled from the honest sources.
    (library / "Certificate.v").write_bytes(project(source)["Ptcert/Certificate.v"])


def run_by_hand(folder: Path, name: str) -> None:
    """Compile a file as a user would."""
    command = ["coqc", "-q", "-Q", "Ptcert", "Ptcert", name]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def test_a_poisoned_library_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With it, Coq accepts by hand that delta is 0; ptcert, which compiles its own, refuses."""
    source = coq_source(forged())
    poisoned(tmp_path, source)
    run_by_hand(tmp_path, TABLE_FILE)
    for user in ("COQPATH", "ROCQPATH", "HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"):
        monkeypatch.setenv(user, str(tmp_path))
    (tmp_path / "coq").symlink_to(tmp_path)
    (tmp_path / "user-contrib").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    answer = compile_table(source)
    assert not answer.accepted
    assert answer.message.startswith("refuses private_1: ")

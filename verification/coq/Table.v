(** What a perturbation table is and what it releases.

    Nothing is proved here: these definitions are what the theorems speak about, so they are what
    a reader has to read and agree with. *)

From Coq Require Import ZArith QArith Qreals Reals List Bool.
From Ptcert Require Import Sums.
Import ListNotations.
Open Scope Z_scope.

(** A row: runs (noise, number of keys), in the order of the keys, from key 0 upward. *)
Definition row := list (Z * Z).

(** The noise that a key leads to; none where the row has no such key. *)
Fixpoint noise_of_key (r : row) (key : Z) : option Z :=
  match r with
  | [] => None
  | (z, keys) :: rest =>
      if (0 <=? key) && (key <? keys) then Some z else noise_of_key rest (key - keys)
  end.

(** The rule past the last row: it repeats, a count n uses the row of
    start + ((n - start) mod period), or such counts are not covered. *)
Inductive past_the_last_row := Repeat | Wrap (start period : Z) | Stop.

(** Rows for the counts first, first + 1, ...; each key is one of 0 .. keysize - 1.
    Where [zero_is_kept], a count of 0 has noise 0 for every key. *)
Record table := {
  keysize : Z;
  first : Z;
  rows : list row;
  past : past_the_last_row;
  zero_is_kept : bool
}.

Definition last (t : table) : Z := first t + Z.of_nat (length (rows t)) - 1.

Definition nth_row (t : table) (count : Z) : option row :=
  nth_error (rows t) (Z.to_nat (count - first t)).

(** The row that a true count uses; none where the table does not cover the count. *)
Definition row_of (t : table) (count : Z) : option row :=
  if (count =? 0) && zero_is_kept t then Some [(0, keysize t)]
  else if count <? first t then None
  else if count <=? last t then nth_row t count
  else match past t with
       | Repeat => nth_row t (last t)
       | Wrap start period => nth_row t (start + (count - start) mod period)
       | Stop => None
       end.

Definition covered (t : table) (count : Z) : Prop := row_of t count <> None.

(** Two counts that one person more or less tells apart, both covered by the table. *)
Definition neighbours (t : table) (n m : Z) : Prop :=
  covered t n /\ covered t m /\ (m = n + 1 \/ n = m + 1).

(** The noise added to a count for a key. *)
Definition noise (t : table) (count key : Z) : option Z :=
  match row_of t count with
  | Some r => noise_of_key r key
  | None => None
  end.

(** How many of the keys 0 .. keysize - 1 lead to noise in A. *)
Definition number_of_keys (t : table) (count : Z) (A : Z -> bool) : Z :=
  Z.of_nat (length (filter
    (fun key => match noise t count key with Some z => A z | None => false end)
    (between 0 (keysize t - 1)))).

(** The probability that the released value, count + noise, lies in S: keys are equally likely. *)
Definition P (t : table) (count : Z) (S : Z -> bool) : R :=
  IZR (number_of_keys t count (fun z => S (count + z))) / IZR (keysize t).

(** The mean of f (noise) over all keys. *)
Definition mean (t : table) (count : Z) (f : Z -> R) : R :=
  sum (fun key => match noise t count key with Some z => f z | None => 0%R end)
      (between 0 (keysize t - 1))
  / IZR (keysize t).

(** The probability that a randomised event occurs, one that holds y with probability f y. *)
Definition P_test (t : table) (count : Z) (f : Z -> R) : R :=
  mean t count (fun z => f (count + z)%Z).

(** The mean of the noise, and its variance. *)
Definition bias (t : table) (count : Z) : R := mean t count IZR.
Definition variance (t : table) (count : Z) : R :=
  mean t count (fun z => ((IZR z - bias t count) ^ 2)%R).

(** ** What is claimed of a table *)

(** Every key leads to exactly one noise value; whatever is no key leads to none. *)
Definition every_key_has_one_noise (t : table) : Prop :=
  forall n key, covered t n ->
    (0 <= key < keysize t -> exists! z, noise t n key = Some z)
    /\ (~ 0 <= key < keysize t -> noise t n key = None).

(** Between two noise values that occur, every noise value has a key. *)
Definition every_noise_has_a_key (t : table) : Prop :=
  forall n low z high, low <= z <= high ->
    0 < number_of_keys t n (Z.eqb low) -> 0 < number_of_keys t n (Z.eqb high) ->
    0 < number_of_keys t n (Z.eqb z).

(** (epsilon, delta) privacy of the count n against m, for every event and for every randomised
    event; e stands for e^epsilon. *)
Definition private (t : table) (n m : Z) (e delta : R) : Prop :=
  (forall S : Z -> bool, P t n S <= e * P t m S + delta)%R /\
  (forall f : Z -> R, (forall y, 0 <= f y <= 1)%R -> P_test t n f <= e * P_test t m f + delta)%R.

(** Some event exceeds by at least delta: no smaller delta would do. *)
Definition exceeded (t : table) (n m : Z) (e delta : R) : Prop :=
  exists S : Z -> bool, (P t n S >= e * P t m S + delta)%R.

(** The tight delta of a count against another lies between two rationals. *)
Record pair_delta := { count : Z; other : Z; least : Q; most : Q }.

Definition tight (t : table) (e : R) (pair : pair_delta) : Prop :=
  private t (count pair) (other pair) e (Q2R (most pair)) /\
  exceeded t (count pair) (other pair) e (Q2R (least pair)).

(** Two counts use the rows of the pair, in its order. *)
Definition same_rows (t : table) (n m : Z) (pair : pair_delta) : Prop :=
  row_of t n = row_of t (count pair) /\ row_of t m = row_of t (other pair) /\
  m - n = other pair - count pair.

(** The pairs are tight, and every two neighbouring counts use the rows of one of them. *)
Definition tight_pairs (t : table) (e : R) (pairs : list pair_delta) : Prop :=
  Forall (tight t e) pairs /\
  forall n m, neighbours t n m -> Exists (same_rows t n m) pairs.

(** The row of a count has this bias and this variance. *)
Record row_moments := { of_count : Z; its_bias : Q; its_variance : Q }.

Definition has_moments (t : table) (row : row_moments) : Prop :=
  bias t (of_count row) = Q2R (its_bias row) /\ variance t (of_count row) = Q2R (its_variance row).

(** The law that a table is made from, and the three rules that make integers of it.

    As in Table.v nothing is proved here: these definitions are what the theorems speak about. *)

From Coq Require Import ZArith Reals List.
From Ptcert Require Import Sums Table.
Import ListNotations.
Open Scope Z_scope.

(** p(z) = C e^(-gamma z^2) on -D .. D, and c_Z(z) = P(Z <= z). *)
Definition weight (gamma : R) (z : Z) : R := exp (- gamma * IZR (z * z)).
Definition total_weight (D : Z) (gamma : R) : R := sum (weight gamma) (between (- D) D).
Definition p_Z (D : Z) (gamma : R) (z : Z) : R := weight gamma z / total_weight D gamma.
Definition c_Z (D : Z) (gamma : R) (z : Z) : R := sum (p_Z D gamma) (between (- D) z).

(** How many keys of the row of count n lead to noise z, and to noise at most z. *)
Definition p_Q (t : table) (n z : Z) : Z := number_of_keys t n (Z.eqb z).
Definition c_Q (t : table) (n z : Z) : Z := number_of_keys t n (fun v => v <=? z).

(** The counts that use a row of the table, and not the rule for 0. *)
Definition has_row (t : table) (n : Z) : Prop := covered t n /\ first t <= n.

Definition noise_within (t : table) (D : Z) : Prop :=
  forall n key z, has_row t n -> noise t n key = Some z -> - D <= z <= D.

Definition is_ceiling (n : Z) (x : R) : Prop := (IZR n - 1 < x <= IZR n)%R.

(** The rule "ceiling": c^Q(z) = ceiling (c_Z(z) K), equation (4.2). *)
Definition ceiling_of_law (t : table) (D : Z) (gamma : R) : Prop :=
  noise_within t D /\
  forall n z, has_row t n -> - D <= z <= D ->
    is_ceiling (c_Q t n z) (c_Z D gamma z * IZR (keysize t)).

(** The rule "symmetric": the same below 0, and mirrored from 0 upward. *)
Definition symmetric_of_law (t : table) (D : Z) (gamma : R) : Prop :=
  noise_within t D /\
  forall n z, has_row t n -> - D <= z <= D ->
    (z < 0 -> is_ceiling (c_Q t n z) (c_Z D gamma z * IZR (keysize t))) /\
    (0 <= z -> c_Q t n z = keysize t - c_Q t n (- z - 1)).

(** The rule "largest-remainder": p(z) K is rounded down, or up for the largest fractional parts;
    equal parts go to the noise value nearest to 0 first, and of z and -z to the negative one. *)
Definition rounded_down (n : Z) (x : R) : Prop := (IZR n <= x < IZR n + 1)%R.
Definition rounded_up (n : Z) (x : R) : Prop := (IZR n - 1 <= x < IZR n)%R.
Definition nearer_to_zero (z z' : Z) : Prop :=
  Z.abs z < Z.abs z' \/ Z.abs z = Z.abs z' /\ z < z'.

Definition largest_remainder_of_law (t : table) (D : Z) (gamma : R) : Prop :=
  noise_within t D /\
  forall n, has_row t n ->
    let exact z := (p_Z D gamma z * IZR (keysize t))%R in
    let keys := p_Q t n in
    (forall z, - D <= z <= D -> rounded_down (keys z) (exact z) \/ rounded_up (keys z) (exact z)) /\
    (forall up down, - D <= up <= D -> - D <= down <= D ->
       rounded_up (keys up) (exact up) -> rounded_down (keys down) (exact down) ->
       let part_up := (exact up - IZR (keys up - 1))%R in
       let part_down := (exact down - IZR (keys down))%R in
       (part_up > part_down)%R \/ part_up = part_down /\ nearer_to_zero up down).

(** What the file of one table uses: each theorem takes one computation that must yield true. *)

From Coq Require Export ZArith QArith Qreals Reals List.
From Coq Require Import Bool Lia Lra.
From Ptcert Require Export Table Law Rules WellFormed Moments PairChecks Rate.
From Ptcert Require Export Duality Kept Optimality Best.
From Ptcert Require Import ExpBounds Quantised LargestRemainder.
Export ListNotations.
Open Scope Z_scope.

(** The rational bounds of e^x hold, as computed on the grid of 2^-w. *)
Definition exp_check (x : Q) (w : Z) (lo hi : Q) : bool :=
  let (low, high) := exp_bounds x w in
  (0 <=? w) && (Qnum lo * 2 ^ w <=? low * QDen lo) && (high * QDen hi <=? Qnum hi * 2 ^ w).

Theorem exp_between x w lo hi :
  exp_check x w lo hi = true -> (Q2R lo <= exp (Q2R x) <= Q2R hi)%R.
Proof.
  unfold exp_check. destruct (exp_bounds x w) as [low high] eqn:E. rewrite !andb_true_iff.
  intros [[Hw Hlo] Hhi]. apply Z.leb_le in Hw. apply Z.leb_le, IZR_le in Hlo, Hhi.
  rewrite !mult_IZR in Hlo, Hhi. destruct (exp_bounds_sound x w low high Hw E) as [H1 H2].
  pose proof (grid_pos w Hw) as Hg. fold (grid w) in *.
  pose proof (IZR_lt 0 (QDen lo) eq_refl) as Dlo. pose proof (IZR_lt 0 (QDen hi) eq_refl) as Dhi.
  split.
  - apply (scaled_bound _ (grid w) lo Hg).
    apply Rle_trans with (1 := Hlo). apply Rmult_le_compat_r; lra.
  - apply (scaled_bound _ (grid w) hi Hg).
    apply Rle_trans with (2 := Hhi). apply Rmult_le_compat_r; lra.
Qed.

Theorem rational_le (a b : Q) : Qle_bool a b = true -> (Q2R a <= Q2R b)%R.
Proof. intros H. apply Qle_Rle, Qle_bool_iff, H. Qed.

(** Where e^epsilon is rational, its bounds are compared with it. *)
Theorem rational_between (lo e hi : Q) :
  Qle_bool lo e && Qle_bool e hi = true -> (Q2R lo <= Q2R e <= Q2R hi)%R.
Proof. rewrite andb_true_iff. intros [Hlo Hhi]. split; apply rational_le; assumption. Qed.

(** A rule makes the table of the law. *)
Section Law.
  Variables (t : table) (formed : well_formed t = true).
  Variables (w D : Z) (r : rate) (gamma : R) (known : is_rate r gamma).

  (** The check of a row, with the enclosure of e^-gamma computed once. *)
  Definition law_check (check : Z -> nat -> Z * Z -> Z -> row -> bool) : bool :=
    (0 <=? D) && rate_check r w
    && let x := x_bounds r w in all_rows (check w (Z.to_nat D) x (keysize t)) t.

  Lemma law_check_parts check :
    law_check check = true ->
    0 <= w /\ encloses w (exp (- gamma)) (x_bounds r w) /\ Z.of_nat (Z.to_nat D) = D /\
    all_rows (check w (Z.to_nat D) (x_bounds r w) (keysize t)) t = true.
  Proof.
    unfold law_check. rewrite !andb_true_iff. intros [[HD Hrate] H].
    destruct (x_bounds_enclose r w gamma Hrate known) as [Hw Hx].
    repeat split; try assumption; try apply Hx. apply Z2Nat.id. lia.
  Qed.

  Theorem follows_ceiling : law_check ceiling_check = true -> ceiling_of_law t D gamma.
  Proof.
    intros H. destruct (law_check_parts _ H) as (Hw & Hx & E & Hrows).
    rewrite <- E. exact (table_is_ceiling t w _ _ gamma formed Hw Hx Hrows).
  Qed.

  Theorem follows_symmetric : law_check symmetric_check = true -> symmetric_of_law t D gamma.
  Proof.
    intros H. destruct (law_check_parts _ H) as (Hw & Hx & E & Hrows).
    rewrite <- E. exact (table_is_symmetric t w _ _ gamma formed Hw Hx Hrows).
  Qed.

  (** [split] is the k > 0, if any, of which -k is rounded up and k is not. *)
  Theorem follows_largest_remainder split :
    law_check (fun w D x K => remainder_check w D x K split) = true ->
    largest_remainder_of_law t D gamma.
  Proof.
    intros H. destruct (law_check_parts _ H) as (Hw & Hx & E & Hrows).
    rewrite <- E. exact (table_is_largest_remainder t w _ _ gamma split formed Hw Hx Hrows).
  Qed.
End Law.

(** Close a goal [check = true] by computing the check in the kernel's virtual machine. *)
Ltac by_computation := vm_cast_no_check (eq_refl true).

(** The exponential series between its partial sums: for 0 <= y <= 1/2

      sum of y^i/i! up to n  <=  e^y  <=  the same sum + y^n/n!.          *)

From Coq Require Import Reals Lra Lia Factorial.
Open Scope R_scope.

Definition term (y : R) (i : nat) : R := / INR (fact i) * y ^ i.

Lemma fact_pos i : 0 < INR (fact i).
Proof. apply lt_0_INR, lt_O_fact. Qed.

Lemma term_pos y i : 0 <= y -> 0 <= term y i.
Proof.
  intros H. apply Rmult_le_pos.
  - apply Rlt_le, Rinv_0_lt_compat, fact_pos.
  - apply pow_le, H.
Qed.

Lemma term_next y i : term y (S i) * INR (S i) = term y i * y.
Proof.
  unfold term. rewrite fact_simpl, mult_INR. cbn [pow].
  field. split; [apply Rgt_not_eq, fact_pos | apply not_0_INR; lia].
Qed.

Lemma fact_product a b : (fact a * fact b <= fact (a + b))%nat.
Proof.
  revert b; induction a as [|a IH]; intros b; [simpl; lia|].
  cbn [plus]. rewrite !fact_simpl. specialize (IH b). nia.
Qed.

Lemma term_product y a b : 0 <= y -> term y (a + b) <= term y a * term y b.
Proof.
  intros Hy. unfold term. rewrite pow_add.
  replace (/ INR (fact a) * y ^ a * (/ INR (fact b) * y ^ b))
    with (/ INR (fact a * fact b) * (y ^ a * y ^ b))
    by (rewrite mult_INR; field; split; apply Rgt_not_eq, fact_pos).
  apply Rmult_le_compat_r; [apply Rmult_le_pos; apply pow_le, Hy|].
  apply Rinv_le_contravar.
  - apply lt_0_INR. pose proof (lt_O_fact a). pose proof (lt_O_fact b). nia.
  - apply le_INR, fact_product.
Qed.

Lemma series_converges y : Un_cv (fun n => sum_f_R0 (term y) n) (exp y).
Proof. unfold exp. destruct (exist_exp y) as [l Hl]. exact Hl. Qed.

Lemma series_below y n : 0 <= y -> sum_f_R0 (term y) n <= exp y.
Proof.
  intros Hy. apply sum_incr; [apply series_converges | intros i; apply term_pos, Hy].
Qed.

Lemma limit_below u l bound N :
  Un_cv u l -> (forall n, (N <= n)%nat -> u n <= bound) -> l <= bound.
Proof.
  intros Hcv Hu. apply Rnot_lt_le. intros Hlt.
  destruct (Hcv (l - bound)) as [M HM]; [lra|].
  specialize (HM (Nat.max N M) ltac:(lia)). specialize (Hu (Nat.max N M) ltac:(lia)).
  change (Rabs (u (Nat.max N M) - l) < l - bound) in HM. apply Rabs_def2 in HM. lra.
Qed.

Lemma series_tail y n : 0 <= y -> exp y <= sum_f_R0 (term y) n + term y (S n) * exp y.
Proof.
  intros Hy. apply (limit_below _ _ _ (S n) (series_converges y)).
  intros m Hm. rewrite (tech2 _ n m) by lia. apply Rplus_le_compat_l.
  apply Rle_trans with (term y (S n) * sum_f_R0 (term y) (m - S n)).
  - rewrite scal_sum. apply sum_Rle. intros i _.
    rewrite Rmult_comm. apply term_product, Hy.
  - apply Rmult_le_compat_l; [apply term_pos, Hy | apply series_below, Hy].
Qed.

Lemma exp_at_least_1 y : 0 <= y -> 1 <= exp y.
Proof. intros Hy. pose proof (series_below y 0 Hy) as H. unfold term in H. simpl in H. lra. Qed.

Lemma exp_half y : 0 <= y <= 1/2 -> exp y <= 2.
Proof.
  intros Hy. pose proof (series_tail y 0 (proj1 Hy)) as H. unfold term in H. simpl in H.
  pose proof (exp_pos y). nra.
Qed.

Lemma series_above y n :
  0 <= y <= 1/2 -> exp y <= sum_f_R0 (term y) n + term y n.
Proof.
  intros Hy. pose proof (series_tail y n (proj1 Hy)) as H.
  pose proof (term_next y n) as Hnext. pose proof (term_pos y n (proj1 Hy)).
  pose proof (term_pos y (S n) (proj1 Hy)). pose proof (exp_half y Hy).
  assert (1 <= INR (S n)) by (rewrite S_INR; pose proof (pos_INR n); lra).
  pose proof (exp_pos y). nra.
Qed.

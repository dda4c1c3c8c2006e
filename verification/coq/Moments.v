(** Bias and variance of a row, from two sums of integers. *)

From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table Keys WellFormed.
Import ListNotations.
Open Scope Z_scope.

(** The sum of f z over the keys of all runs. *)
Definition moment (f : Z -> Z) (r : row) : Z :=
  fold_right (fun run s => snd run * f (fst run) + s) 0 r.

Lemma moment_is_seen f r : IZR (moment f r) = weight_seen (fun z => IZR (f z)) r.
Proof.
  unfold weight_seen. induction r as [|[z n] r IH]; [reflexivity|].
  cbn [moment fold_right sum fst snd]. fold (moment f r). rewrite plus_IZR, mult_IZR, IH.
  reflexivity.
Qed.

Definition moments_check (t : table) (m : row_moments) : bool :=
  match row_of t (of_count m) with
  | None => false
  | Some r =>
      let K := keysize t in
      let first := moment (fun z => z) r in
      let second := moment (fun z => z * z) r in
      (first * QDen (its_bias m) =? Qnum (its_bias m) * K)
      && ((second * K - first * first) * QDen (its_variance m) =? Qnum (its_variance m) * (K * K))
  end.

Theorem moments_hold t all :
  well_formed t = true -> forallb (moments_check t) all = true -> Forall (has_moments t) all.
Proof.
  intros formed. rewrite forallb_forall, Forall_forall. intros H m Hin. specialize (H m Hin).
  unfold moments_check in H. destruct (row_of t (of_count m)) as [r|] eqn:Hr; [|discriminate].
  pose proof (row_of_good t formed _ _ Hr) as Hgood.
  destruct (formed_parts t formed) as [HK _]. apply IZR_lt in HK.
  apply andb_true_iff in H as [H1 H2]. apply Z.eqb_eq, (f_equal IZR) in H1, H2.
  rewrite !mult_IZR in H1, H2. rewrite minus_IZR, !mult_IZR in H2.
  pose proof (IZR_lt 0 (QDen (its_bias m)) eq_refl) as Db.
  pose proof (IZR_lt 0 (QDen (its_variance m)) eq_refl) as Dv.
  set (K := IZR (keysize t)) in *.
  set (B := IZR (moment (fun z => z) r)) in *. set (V := IZR (moment (fun z => z * z) r)) in *.
  assert (Hbias : bias t (of_count m) = (B / K)%R).
  { unfold bias, B. rewrite moment_is_seen. apply (mean_is_weight t _ r Hr Hgood). }
  assert (Hvariance : variance t (of_count m) = (V / K - (B / K) * (B / K))%R).
  { unfold variance. rewrite Hbias, (mean_is_weight t _ r Hr Hgood). fold K.
    assert (expand : forall b, weight_seen (fun z => ((IZR z - b) ^ 2)%R) r
                     = (V - 2 * b * B + b * b * IZR (total r))%R).
    { intros b. unfold V, B, total. rewrite !moment_is_seen, weight_of_seen. unfold weight_seen.
      rewrite <- !sum_scal. clear. induction r as [|[z n] r IH]; cbn [sum fst snd]; [ring|].
      rewrite IH. unfold indicator. rewrite mult_IZR. ring. }
    rewrite expand, (proj2 (good_row_runs _ _ Hgood)). fold K. field. lra. }
  unfold has_moments. rewrite Hvariance, Hbias. unfold Q2R. split.
  - apply (Rmult_eq_reg_r (IZR (QDen (its_bias m)) * K));
      [|apply Rgt_not_eq, Rmult_lt_0_compat; lra].
    transitivity (B * IZR (QDen (its_bias m)))%R; [field; lra | rewrite H1; field; lra].
  - assert (HKK : (0 < K * K)%R) by (apply Rmult_lt_0_compat; lra).
    apply (Rmult_eq_reg_r (IZR (QDen (its_variance m)) * (K * K)));
      [|apply Rgt_not_eq, Rmult_lt_0_compat; lra].
    transitivity ((V * K - B * B) * IZR (QDen (its_variance m)))%R;
      [field; lra | rewrite H2; field; lra].
Qed.

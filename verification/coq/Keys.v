(** Counting keys is adding up runs; every key has one noise value, every noise value a key. *)

From Coq Require Import ZArith Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table.
Import ListNotations.
Open Scope Z_scope.

(** A row whose runs are not empty and hold [keys] keys together. *)
Definition good_row (keys : Z) (r : row) : bool :=
  forallb (fun run => 0 <? snd run) r && (total r =? keys).

Lemma good_row_runs keys r :
  good_row keys r = true -> Forall (fun run => 0 < snd run) r /\ total r = keys.
Proof.
  unfold good_row. rewrite andb_true_iff, forallb_forall, Forall_forall, Z.eqb_eq.
  intros [H1 H2]. split; auto. intros run H. apply Z.ltb_lt. auto.
Qed.

Lemma total_pos (r : row) : Forall (fun run => 0 < snd run) r -> 0 <= total r.
Proof.
  intros H. apply weight_of_pos. eapply Forall_impl; [|exact H]. simpl. intros; lia.
Qed.

(** The sum over all keys of what a test sees is the weight that it sees in the runs. *)
Lemma sum_over_keys (f : Z -> R) (r : row) :
  Forall (fun run => 0 < snd run) r ->
  sum (fun key => match noise_of_key r key with Some z => f z | None => 0%R end)
      (between 0 (total r - 1)) = weight_seen f r.
Proof.
  induction 1 as [|[z n] r Hn Hr IH]; [reflexivity|].
  pose proof (total_pos _ Hr) as Hpos. simpl in Hn.
  unfold total in *. cbn [weight_of]. set (rest := weight_of (fun _ => true) r) in *.
  rewrite (between_app 0 (n - 1)), sum_app by lia.
  unfold weight_seen in *. cbn [sum fst snd]. f_equal.
  - rewrite (sum_ext _ (fun _ => f z)).
    + rewrite sum_const. unfold between. rewrite length_from. do 2 f_equal. lia.
    + intros key H. apply in_between in H. cbn [noise_of_key].
      replace ((0 <=? key) && (key <? n)) with true by (symmetry; apply andb_true_iff; lia).
      reflexivity.
  - rewrite <- IH. unfold between.
    replace (n - 1 + 1) with (n + 0) by lia.
    replace (Z.to_nat (n + rest - 1 - (n + 0) + 1)) with (Z.to_nat (rest - 1 - 0 + 1)) by lia.
    rewrite from_map, sum_map. apply sum_ext. intros key H. apply in_from in H.
    cbn [noise_of_key].
    replace ((0 <=? n + key) && (n + key <? n)) with false
      by (symmetry; apply andb_false_iff; lia).
    replace (n + key - n) with key by lia. reflexivity.
Qed.

Lemma filtered_length (A : Z -> bool) (l : list Z) :
  IZR (Z.of_nat (length (filter A l))) = sum (indicator A) l.
Proof.
  induction l as [|a l IH]; [reflexivity|].
  cbn [filter sum]. unfold indicator at 1. destruct (A a); cbn [length].
  - rewrite Nat2Z.inj_succ, succ_IZR, IH. lra.
  - rewrite IH. lra.
Qed.

Section Counting.
  Variables (t : table) (n : Z) (r : row).
  Hypothesis used : row_of t n = Some r.
  Hypothesis good : good_row (keysize t) r = true.

  Let runs : Forall (fun run => 0 < snd run) r := proj1 (good_row_runs _ _ good).
  Let keys : total r = keysize t := proj2 (good_row_runs _ _ good).

  (** The number of keys whose noise is in A is the number of keys of the runs with noise in A. *)
  Theorem number_of_keys_is_weight A : number_of_keys t n A = weight_of A r.
  Proof.
    apply eq_IZR. unfold number_of_keys, noise. rewrite used.
    rewrite filtered_length, weight_of_seen, <- (sum_over_keys _ _ runs), keys.
    apply sum_ext. intros key _. unfold indicator.
    destruct (noise_of_key r key); reflexivity.
  Qed.

  Theorem mean_is_weight f : mean t n f = (weight_seen f r / IZR (keysize t))%R.
  Proof. unfold mean, noise. rewrite used, <- (sum_over_keys _ _ runs), keys. reflexivity. Qed.

  Theorem P_test_is_weight f :
    P_test t n f = (weight_seen (fun z => f (n + z)%Z) r / IZR (keysize t))%R.
  Proof. apply mean_is_weight. Qed.
End Counting.

(** An event is the test that accepts its values for sure. *)
Theorem P_is_test t n S : P t n S = P_test t n (indicator S).
Proof.
  unfold P, P_test, mean, number_of_keys. rewrite filtered_length. f_equal.
  apply sum_ext. intros key _. unfold indicator. destruct (noise t n key); reflexivity.
Qed.

(** Key completeness *)

Lemma key_in_row r key :
  Forall (fun run => 0 < snd run) r ->
  (exists z, noise_of_key r key = Some z) <-> 0 <= key < total r.
Proof.
  intros H. revert key. induction H as [|[z n] r Hn Hr IH]; intros key.
  - simpl. split; [intros [z Hz]; discriminate | unfold total; simpl; lia].
  - simpl in Hn. pose proof (total_pos _ Hr). cbn [noise_of_key].
    replace (total ((z, n) :: r)) with (n + total r) by reflexivity.
    destruct ((0 <=? key) && (key <? n)) eqn:E.
    + apply andb_true_iff in E. split; [lia | eauto].
    + rewrite IH. apply andb_false_iff in E. lia.
Qed.

Lemma key_leads_into_row r key z : noise_of_key r key = Some z -> In z (map fst r).
Proof.
  revert key; induction r as [|[z' n] r IH]; intros key; simpl; [discriminate|].
  destruct ((0 <=? key) && (key <? n)); intros H; [left; congruence | right; eauto].
Qed.

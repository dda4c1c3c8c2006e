(** Events are enough: no randomised event exceeds by more than some event does.

    And which values can occur: of K keys the excess of an event is (a - b e) / K, and K times the
    mean square of the noise is an integer. *)

From Coq Require Import ZArith Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table Keys Rules RowCosts.
Import ListNotations.
Open Scope Z_scope.

Section Table.
  Variable t : table.
  Hypothesis some_keys : 0 < keysize t.
  Hypothesis complete : every_key_has_one_noise t.

  (** ** Randomised events *)

  (** Every noise value that a count has, as often as it has keys. *)
  Definition noise_values (n : Z) : list Z :=
    flat_map (fun key => match noise t n key with Some z => [z] | None => [] end)
             (between 0 (keysize t - 1)).

  Lemma noise_values_all n key z : covered t n -> noise t n key = Some z -> In z (noise_values n).
  Proof.
    intros covers Hz. apply in_flat_map. exists key. rewrite Hz. split; [|left; reflexivity].
    apply in_between. destruct (Z.le_gt_cases 0 key), (Z.lt_ge_cases key (keysize t)); try lia;
      rewrite (proj2 (complete n key covers)) in Hz by lia; discriminate.
  Qed.

  Lemma P_test_over_values n f outputs :
    NoDup outputs -> covered t n ->
    (forall z, In z (noise_values n) -> In (n + z) outputs) ->
    (IZR (keysize t) * P_test t n f
     = sum (fun y => f y * IZR (number_of_keys t n (Z.eqb (y - n)))) outputs)%R.
  Proof.
    intros once covers all. unfold P_test.
    rewrite (mean_over_values t n some_keys _ (map (fun y => y - n) outputs)).
    - rewrite sum_map. apply sum_ext. intros y _. do 2 f_equal. lia.
    - apply FinFun.Injective_map_NoDup; [intros a b; lia | exact once].
    - intros key z Hz. apply in_map_iff. exists (n + z). split; [lia|].
      exact (all z (noise_values_all n key z covers Hz)).
  Qed.

  (** The event of all outputs that are more likely at n than e times as likely at m. *)
  Definition worst (e : R) (n m y : Z) : bool :=
    if Rle_dec (IZR (number_of_keys t n (Z.eqb (y - n))))
               (e * IZR (number_of_keys t m (Z.eqb (y - m))))
    then false else true.

  Lemma private_by_events n m e delta :
    covered t n -> covered t m ->
    (forall S : Z -> bool, P t n S <= e * P t m S + delta)%R -> private t n m e delta.
  Proof.
    intros Hn Hm events. split; [exact events|]. intros f Hf.
    set (outputs := nodup Z.eq_dec (map (Z.add n) (noise_values n)
                                    ++ map (Z.add m) (noise_values m))).
    assert (once : NoDup outputs) by apply NoDup_nodup.
    assert (all_n : forall z, In z (noise_values n) -> In (n + z) outputs)
      by (intros z Hz; apply nodup_In, in_or_app; left; apply in_map, Hz).
    assert (all_m : forall z, In z (noise_values m) -> In (m + z) outputs)
      by (intros z Hz; apply nodup_In, in_or_app; right; apply in_map, Hz).
    specialize (events (worst e n m)). rewrite !P_is_test in events.
    pose proof (fun g => P_test_over_values n g outputs once Hn all_n) as at_n.
    pose proof (fun g => P_test_over_values m g outputs once Hm all_m) as at_m.
    assert (HK : (0 < IZR (keysize t))%R) by (apply IZR_lt, some_keys).
    assert (more : (sum (fun y => f y * IZR (number_of_keys t n (Z.eqb (y - n)))) outputs
              - e * sum (fun y => f y * IZR (number_of_keys t m (Z.eqb (y - m)))) outputs
              <= sum (fun y => indicator (worst e n m) y
                               * IZR (number_of_keys t n (Z.eqb (y - n)))) outputs
              - e * sum (fun y => indicator (worst e n m) y
                                  * IZR (number_of_keys t m (Z.eqb (y - m)))) outputs)%R).
    { clear -Hf. induction outputs as [|y l IH]; cbn [sum]; [lra|].
      enough ((f y * IZR (number_of_keys t n (Z.eqb (y - n)))
               - e * (f y * IZR (number_of_keys t m (Z.eqb (y - m))))
               <= indicator (worst e n m) y * IZR (number_of_keys t n (Z.eqb (y - n)))
               - e * (indicator (worst e n m) y
                      * IZR (number_of_keys t m (Z.eqb (y - m)))))%R) by lra.
      clear IH. destruct (Hf y). unfold indicator, worst. destruct (Rle_dec _ _); nra. }
    rewrite <- !at_n, <- !at_m in more.
    apply (Rmult_le_reg_l (IZR (keysize t))); [exact HK|].
    apply (Rmult_le_compat_l (IZR (keysize t))) in events; [|lra]. lra.
  Qed.

  (** ** Which values can occur *)

  Lemma number_of_keys_bounds n A : 0 <= number_of_keys t n A <= keysize t.
  Proof.
    unfold number_of_keys. split; [lia|].
    eapply Z.le_trans; [apply inj_le, filter_no_longer|].
    unfold between. rewrite length_from. lia.
  Qed.

  Lemma excess_of_event n m S e :
    exists a b, 0 <= a <= keysize t /\ 0 <= b <= keysize t /\
      (P t n S - e * P t m S = (IZR a - IZR b * e) / IZR (keysize t))%R.
  Proof.
    exists (number_of_keys t n (fun z => S (n + z))), (number_of_keys t m (fun z => S (m + z))).
    split; [apply number_of_keys_bounds|]. split; [apply number_of_keys_bounds|].
    unfold P. apply IZR_lt in some_keys. field. lra.
  Qed.

  Lemma mean_square_is_whole n :
    covered t n -> exists i, (IZR (keysize t) * mean t n square = IZR i)%R.
  Proof.
    intros covers. set (values := nodup Z.eq_dec (noise_values n)).
    exists (total_of (fun z => z * z * number_of_keys t n (Z.eqb z)) values).
    rewrite (mean_over_values t n some_keys square values), total_of_sum.
    - apply sum_ext. intros z _. unfold square. rewrite !mult_IZR. reflexivity.
    - apply NoDup_nodup.
    - intros key z Hz. apply nodup_In. exact (noise_values_all n key z covers Hz).
  Qed.
End Table.

(** Of finitely many values one is the largest that is at most x, if any is. *)
Lemma largest_below {A : Type} (f : A -> R) (l : list A) (x : R) :
  (forall a, In a l -> ~ (f a <= x)%R) \/
  exists a, In a l /\ (f a <= x)%R /\ forall b, In b l -> (f b <= x)%R -> (f b <= f a)%R.
Proof.
  induction l as [|c l IH]; [left; intros a []|].
  destruct (Rle_dec (f c) x) as [Hc|Hc].
  - right. destruct IH as [none|(a & Ha & Hx & most)].
    + exists c. repeat split; [left; reflexivity | exact Hc|].
      intros b [<-|Hb] Hbx; [lra | destruct (none b Hb Hbx)].
    + destruct (Rle_dec (f a) (f c)) as [H|H].
      * exists c. repeat split; [left; reflexivity | exact Hc|].
        intros b [<-|Hb] Hbx; [lra | specialize (most b Hb Hbx); lra].
      * exists a. repeat split; [right; exact Ha | exact Hx|].
        intros b [<-|Hb] Hbx; [lra | exact (most b Hb Hbx)].
  - destruct IH as [none|(a & Ha & Hx & most)]; [left; intros b [<-|Hb]; auto|].
    right. exists a. repeat split; [right; exact Ha | exact Hx|].
    intros b [<-|Hb] Hbx; [contradiction | exact (most b Hb Hbx)].
Qed.

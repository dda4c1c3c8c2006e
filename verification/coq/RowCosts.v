(** What K keys cost in one row at least, where noise values have costs and few or many keys. *)

From Coq Require Import ZArith Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table Keys Rules.
Import ListNotations.
Open Scope Z_scope.

(** ** Sums over the keys of a row *)

Section Row.
  Variables (t : table) (n : Z).
  Open Scope R_scope.

  Lemma mean_plus f g : mean t n (fun z => f z + g z) = mean t n f + mean t n g.
  Proof.
    unfold mean, Rdiv. rewrite <- Rmult_plus_distr_r, <- sum_plus. f_equal. apply sum_ext.
    intros key _. destruct (noise t n key); lra.
  Qed.

  Lemma mean_scal c f : mean t n (fun z => c * f z) = c * mean t n f.
  Proof.
    unfold mean, Rdiv. rewrite <- Rmult_assoc, <- sum_scal. f_equal. apply sum_ext.
    intros key _. destruct (noise t n key); lra.
  Qed.

  Lemma mean_ext f g : (forall z, f z = g z) -> mean t n f = mean t n g.
  Proof.
    intros H. unfold mean. f_equal. apply sum_ext. intros key _.
    destruct (noise t n key); auto.
  Qed.

  Hypothesis some_keys : (0 < keysize t)%Z.

  Lemma mean_pos f : (forall z, 0 <= f z) -> 0 <= mean t n f.
  Proof.
    intros H. unfold mean. apply Rmult_le_pos.
    - apply sum_pos. intros key _. destruct (noise t n key); [apply H | lra].
    - apply Rlt_le, Rinv_0_lt_compat, IZR_lt, some_keys.
  Qed.

  Hypothesis complete : every_key_has_one_noise t.
  Hypothesis covers : covered t n.

  Lemma mean_one : mean t n (fun _ => 1) = 1.
  Proof.
    unfold mean. rewrite (sum_ext _ (fun _ => 1)).
    - rewrite sum_const. unfold between. rewrite length_from.
      replace (Z.of_nat (Z.to_nat (keysize t - 1 - 0 + 1))) with (keysize t) by lia.
      apply IZR_lt in some_keys. field. lra.
    - intros key H. apply in_between in H.
      destruct (proj1 (complete n key covers)) as (z & Hz & _); [lia|]. rewrite Hz. reflexivity.
  Qed.

  (** Adding up over keys is adding up over noise values. *)
  Lemma mean_over_values f values :
    NoDup values -> (forall key z, noise t n key = Some z -> In z values) ->
    IZR (keysize t) * mean t n f
    = sum (fun z => f z * IZR (number_of_keys t n (Z.eqb z))) values.
  Proof.
    intros once all. unfold mean.
    replace (IZR (keysize t) * (_ / IZR (keysize t)))
      with (sum (fun key => match noise t n key with Some z => f z | None => 0 end)
                (between 0 (keysize t - 1)))
      by (apply IZR_lt in some_keys; field; lra).
    rewrite (sum_ext (fun z => f z * IZR (number_of_keys t n (Z.eqb z)))
      (fun z => sum (fun key => f z * indicator
        (fun key => match noise t n key with Some z' => (z =? z')%Z | None => false end) key)
        (between 0 (keysize t - 1)))).
    2:{ intros z _. unfold number_of_keys. rewrite filtered_length, sum_scal. reflexivity. }
    rewrite sum_swap. apply sum_ext. intros key _. unfold indicator.
    destruct (noise t n key) as [z'|] eqn:E.
    - specialize (all key z' E). clear E. induction once as [|a values Ha once IH]; [destruct all|].
      cbn [sum]. destruct (Z.eqb_spec a z') as [->|Hne].
      + rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lra|].
        intros b Hb. destruct (Z.eqb_spec b z') as [->|_]; [contradiction | lra].
      + destruct all as [|all]; [contradiction|]. rewrite <- (IH all). lra.
    - rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; lra | intros; lra].
  Qed.
End Row.

Lemma allowed_noise_once r n : NoDup (allowed_noise r n).
Proof.
  unfold allowed_noise. destruct (by_row (largest_noise r) n) as [D|]; [|constructor].
  apply NoDup_filter. unfold between. generalize (- D), (Z.to_nat (D - - D + 1)).
  intros a length. revert a. induction length as [|k IH]; intros a; simpl; constructor; auto.
  rewrite in_from. lia.
Qed.

(** The noise values of a row, as the check goes through them. *)
Definition values_of (r : rules) (n : Z) : list Z :=
  if (n =? 0) && zero_stays r then [0] else allowed_noise r n.

Lemma values_once r n : NoDup (values_of r n).
Proof.
  unfold values_of. destruct ((n =? 0) && zero_stays r); [|apply allowed_noise_once].
  constructor; [intros [] | constructor].
Qed.

Lemma values_all r n z : allowed r n z = true -> In z (values_of r n).
Proof.
  intros H. pose proof H as H'. unfold values_of. unfold allowed in H.
  destruct ((n =? 0) && zero_stays r) eqn:E; [left; lia|]. unfold allowed_noise.
  destruct (by_row (largest_noise r) n) as [D|]; [|discriminate].
  apply filter_In. split; [|exact H']. apply in_between. rewrite !andb_true_iff in H. lia.
Qed.

(** ** The least cost of K keys in a row *)

(** What the splits on the way say of the number of keys. *)
Inductive limit := At_most (n z f : Z) | At_least (n z f : Z).

Definition within (t : table) (l : limit) : Prop :=
  match l with
  | At_most n z f => number_of_keys t n (Z.eqb z) <= f
  | At_least n z f => f <= number_of_keys t n (Z.eqb z)
  end.

Fixpoint total_of (f : Z -> Z) (l : list Z) : Z :=
  match l with
  | [] => 0
  | z :: rest => f z + total_of f rest
  end.

Lemma total_of_sum f l : IZR (total_of f l) = sum (fun z => IZR (f z)) l.
Proof. induction l as [|z l IH]; simpl; [reflexivity | rewrite plus_IZR, IH; reflexivity]. Qed.

Lemma total_of_le f g l : (forall z, f z <= g z) -> total_of f l <= total_of g l.
Proof. intros H. induction l as [|z l IH]; simpl; [lia | specialize (H z); lia]. Qed.

Lemma filter_no_longer (A : Z -> bool) l : (length (filter A l) <= length l)%nat.
Proof. induction l as [|z l IH]; simpl; [lia | destruct (A z); simpl; lia]. Qed.

Section Least.
  Variables (K : Z) (limits : list limit) (n : Z).

  Definition low (z : Z) : Z :=
    fold_right (fun l found => match l with
      | At_least n' z' f => if (n =? n') && (z =? z') then Z.max f found else found
      | At_most _ _ _ => found
      end) 0 limits.

  Definition high (z : Z) : Z :=
    fold_right (fun l found => match l with
      | At_most n' z' f => if (n =? n') && (z =? z') then Z.min f found else found
      | At_least _ _ _ => found
      end) K limits.

  (** A noise value with its cost, and with the least and the largest number of its keys. *)
  Record place := { cost_here : Z; least_keys : Z; most_keys : Z }.

  Fixpoint beyond (price : Z) (places : list place) : Z :=
    match places with
    | [] => 0
    | p :: rest =>
        let more := cost_here p - price in
        more * (if 0 <=? more then least_keys p else most_keys p) + beyond price rest
    end.

  (** At any price of a key, no K keys cost less than this; the best price gives the least cost. *)
  Definition least_at (places : list place) (price : Z) : Z := price * K + beyond price places.

  Definition least_cost (places : list place) : Z :=
    fold_right (fun p found => Z.max (least_at places (cost_here p)) found)
               (least_at places 0) places.

  Definition too_few_or_many (places : list place) : bool :=
    let sum_of f := fold_right (fun p found => f p + found) 0 places in
    (K <? sum_of least_keys) || (sum_of most_keys <? K).

  Definition places (cost : Z -> Z) (values : list Z) : list place :=
    map (fun z => {| cost_here := cost z; least_keys := low z; most_keys := high z |}) values.

  Variables (t : table) (values : list Z).
  Let keys (z : Z) : Z := number_of_keys t n (Z.eqb z).
  Hypothesis size : keysize t = K.
  Hypothesis inside : Forall (within t) limits.
  Hypothesis all_keys : total_of keys values = K.

  Lemma keys_bounds z : 0 <= keys z <= K.
  Proof.
    unfold keys, number_of_keys. split; [lia|]. rewrite size.
    eapply Z.le_trans; [apply inj_le, filter_no_longer|].
    unfold between. rewrite length_from.
    enough (0 <= K) by lia. rewrite <- all_keys. clear.
    induction values as [|z l IH]; simpl; [lia|].
    unfold keys at 1, number_of_keys. lia.
  Qed.

  Lemma low_holds z : low z <= keys z.
  Proof.
    unfold low. induction inside as [|l rest Hl inside' IH]; simpl; [apply keys_bounds|].
    specialize (IH inside').
    destruct l as [|n' z' f]; [exact IH|]. simpl in Hl.
    destruct (Z.eqb_spec n n') as [->|]; [|exact IH].
    destruct (Z.eqb_spec z z') as [->|]; [|exact IH]. simpl. unfold keys in *. lia.
  Qed.

  Lemma high_holds z : keys z <= high z.
  Proof.
    unfold high. induction inside as [|l rest Hl inside' IH]; simpl; [apply keys_bounds|].
    specialize (IH inside').
    destruct l as [n' z' f|]; [|exact IH]. simpl in Hl.
    destruct (Z.eqb_spec n n') as [->|]; [|exact IH].
    destruct (Z.eqb_spec z z') as [->|]; [|exact IH]. simpl. unfold keys in *. lia.
  Qed.

  Lemma enough_room cost : too_few_or_many (places cost values) = false.
  Proof.
    pose proof low_holds as Hlow. pose proof high_holds as Hhigh.
    unfold too_few_or_many. apply orb_false_iff. rewrite !Z.ltb_ge.
    enough (H : fold_right (fun p found => least_keys p + found) 0 (places cost values)
                <= total_of keys values
                <= fold_right (fun p found => most_keys p + found) 0 (places cost values)) by lia.
    clear all_keys. unfold places. induction values as [|z l IH]; simpl; [lia|].
    specialize (Hlow z). specialize (Hhigh z). lia.
  Qed.

  Lemma least_at_holds cost price :
    least_at (places cost values) price <= total_of (fun z => cost z * keys z) values.
  Proof.
    pose proof low_holds as Hlow. pose proof high_holds as Hhigh.
    enough (H : price * total_of keys values + beyond price (places cost values)
                <= total_of (fun z => cost z * keys z) values)
      by (unfold least_at; rewrite all_keys in H; exact H).
    clear all_keys. unfold places.
    induction values as [|z l IH]; cbn [total_of map beyond cost_here least_keys most_keys]; [lia|].
    specialize (Hlow z). specialize (Hhigh z). destruct (Z.leb_spec 0 (cost z - price)); nia.
  Qed.

  Lemma least_cost_holds cost :
    least_cost (places cost values) <= total_of (fun z => cost z * keys z) values.
  Proof.
    unfold least_cost. generalize (places cost values) at 3. intros l.
    induction l as [|p l IH]; simpl; [apply least_at_holds|].
    apply Z.max_lub; [apply least_at_holds | exact IH].
  Qed.
End Least.

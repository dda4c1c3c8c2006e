(** The bound of a certificate: weak duality at every leaf of a tree of splits.

    A split is "at most f keys have this noise at this count, or more". Every table that keeps the
    rules lies at one of the leaves. *)

From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table Rules RowCosts Duality.
Import ListNotations.
Open Scope Z_scope.

Inductive tree :=
  | Leaf (v : numbers)
  | Split (n z most : Z) (below above : tree).

Lemma least_noise (f : Z -> option Z) l :
  (exists key, In key l /\ f key <> None) ->
  exists key z, In key l /\ f key = Some z
    /\ forall key' z', In key' l -> f key' = Some z' -> z <= z'.
Proof.
  induction l as [|a l IH]; intros (key & Hin & Hsome); [destruct Hin|].
  destruct (existsb (fun k => match f k with Some _ => true | None => false end) l) eqn:E.
  - apply existsb_exists in E as (k & Hk & E).
    destruct IH as (key' & z' & Hin' & Hz' & least); [exists k; destruct (f k); easy|].
    destruct (f a) as [za|] eqn:Ea; [destruct (Z.le_gt_cases za z')|].
    + exists a, za. repeat split; [left; reflexivity | exact Ea|].
      intros k' z'' [<-|H'] E'; [replace z'' with za by congruence; lia|].
      specialize (least k' z'' H' E'). lia.
    + exists key', z'. repeat split; [right; exact Hin' | exact Hz'|].
      intros k' z'' [<-|H'] E'; [replace z'' with za by congruence; lia|].
      exact (least k' z'' H' E').
    + exists key', z'. repeat split; [right; exact Hin' | exact Hz'|].
      intros k' z'' [<-|H'] E'; [congruence | exact (least k' z'' H' E')].
  - assert (none : forall k, In k l -> f k = None).
    { intros k Hk. destruct (f k) as [zk|] eqn:Ek; [|reflexivity]. exfalso.
      rewrite <- not_true_iff_false in E. apply E, existsb_exists. exists k. rewrite Ek. auto. }
    destruct Hin as [->|Hin]; [|rewrite (none key Hin) in Hsome; contradiction].
    destruct (f key) as [z|] eqn:Ez; [|contradiction]. exists key, z.
    repeat split; [left; reflexivity | exact Ez|].
    intros k' z' [<-|H'] E'; [replace z' with z by congruence; lia|].
    rewrite (none k' H') in E'. discriminate.
Qed.

Section Optimality.
  Variables (r : rules) (o : objective) (K : Z) (hi : Q).

  (** ** The check *)

  Definition row_places (limits : list limit) (l : list term) (n : Z) : list place :=
    places K limits n (cost r hi l n) (values_of r n).

  Definition least_total (rows : list (list place)) : Z :=
    fold_right (fun row found => least_cost K row + found) 0 rows.

  Definition closes (bound : Q) (l : list term) (total : Z) : bool :=
    let unit := inject_Z (K * QDen hi) in
    if 0 <? weight r o l
    then Qle_bool ((fixed r o l + bound * inject_Z (weight r o l)) * unit) (inject_Z total)
    else (weight r o l =? 0) && negb (Qle_bool (inject_Z total) (fixed r o l * unit)).

  Definition leaf_check (bound : Q) (limits : list limit) (v : numbers) : bool :=
    let l := terms r v in
    let rows := map (row_places limits l) (between (first_count r) (last_count r)) in
    existsb (too_few_or_many K) rows
    || forallb (valid r o) l
       && closes bound l (least_total rows).

  Fixpoint tree_check (bound : Q) (limits : list limit) (s : tree) : bool :=
    match s with
    | Leaf v => leaf_check bound limits v
    | Split n z most below above =>
        tree_check bound (At_most n z most :: limits) below
        && tree_check bound (At_least n z (most + 1) :: limits) above
    end.

  (** A table whose last row repeats has delta of at least 1 / K, whatever the numbers say. *)
  Definition optimality_check (bound : Q) (s : tree) : bool :=
    (0 <? K) && (1 <=? last_count r)
    && (match o with
        | Delta => Qle_bool (bound * inject_Z K) 1
        | Mean_square _ => false
        end || tree_check bound [] s).

  (** ** Every table that keeps the rules *)

  Variables (t : table) (e x : R).
  Hypothesis size : keysize t = K.
  Hypothesis some_keys : 0 < K.
  Hypothesis some_rows : 1 <= last_count r.
  Hypothesis kept : keeps r t.
  Hypothesis value : has_at_most r o e t x.
  Hypothesis above_e : (e <= Q2R hi)%R.

  Let from := first_count r.
  Let to := last_count r.
  Let den := QDen hi.

  Let keys_of_table : 0 < keysize t.
  Proof. rewrite size. exact some_keys. Qed.

  (** ** A leaf, a tree, and the floor of 1 / K *)

  Section Leaf.
    Variable limits : list limit.
    Hypothesis inside : Forall (within t) limits.

    Let keys (n z : Z) : Z := number_of_keys t n (Z.eqb z).

    Lemma row_total n f :
      from <= n <= to ->
      (IZR K * mean t n (fun z => IZR (f z)))%R
      = IZR (total_of (fun z => f z * keys n z) (values_of r n)).
    Proof.
      intros Hn. rewrite <- size, total_of_sum.
      rewrite (mean_over_values t n ltac:(lia) _ (values_of r n) (values_once r n)).
      - apply sum_ext. intros z _. rewrite mult_IZR. reflexivity.
      - intros key z Hz. apply values_all. destruct kept as (_ & _ & _ & row).
        destruct (row n) as [all _]; [fold from to; lia|]. apply (all key z Hz).
    Qed.

    Lemma row_keys n : from <= n <= to -> total_of (keys n) (values_of r n) = K.
    Proof.
      intros Hn. apply eq_IZR. pose proof (row_total n (fun _ => 1) Hn) as H. cbv beta in H.
      rewrite (mean_one t n ltac:(lia) (complete r t kept) (covers r t kept n ltac:(lia))) in H.
      rewrite total_of_sum in *. rewrite <- (Rmult_1_r (IZR K)), H. apply sum_ext.
      intros z _. f_equal. lia.
    Qed.

    Lemma least_of_rows l rows :
      (forall n, In n rows -> from <= n <= to) ->
      (IZR (least_total (map (row_places limits l) rows))
       <= IZR K * sum (fun n => mean t n (fun z => IZR (cost r hi l n z))) rows)%R.
    Proof.
      unfold least_total.
      induction rows as [|n rows IH]; intros Hrows; cbn [map fold_right sum]; [lra|].
      rewrite plus_IZR, Rmult_plus_distr_l. apply Rplus_le_compat.
      - rewrite row_total by (apply Hrows; left; reflexivity). apply IZR_le.
        apply (least_cost_holds K limits n t (values_of r n) size inside).
        apply row_keys, Hrows. left. reflexivity.
      - apply IH. intros m Hm. apply Hrows. right. exact Hm.
    Qed.

    Lemma leaf_holds bound v : leaf_check bound limits v = true -> (Q2R bound <= x)%R.
    Proof.
      unfold leaf_check. rewrite orb_true_iff, andb_true_iff. intros [Hroom|[Hvalid Hcloses]].
      - apply existsb_exists in Hroom as (row & Hin & Hroom). exfalso.
        apply in_map_iff in Hin as (n & <- & Hn). apply in_between in Hn.
        unfold row_places in Hroom.
        rewrite (enough_room K limits n t (values_of r n) size inside (row_keys n Hn)) in Hroom.
        discriminate.
      - set (l := terms r v) in *.
        pose proof (all_due r o hi t e x keys_of_table some_rows kept value above_e
                      l (terms_from_the_rules r v) Hvalid) as Hdue.
        pose proof (least_of_rows l (between from to)
                      (fun n Hn => proj1 (in_between _ _ _) Hn)) as Hleast.
        unfold closes in Hcloses. unfold over_rows in Hdue. fold from to in Hdue.
        change (QDen hi) with den in Hcloses, Hdue. set (total := least_total _) in *.
        assert (HK : (0 < IZR K)%R) by (apply IZR_lt; exact some_keys).
        assert (Hden : (0 < IZR den)%R) by (apply IZR_lt; reflexivity).
        apply (Rmult_le_compat_l (IZR K)) in Hdue; [|lra].
        assert (whole : forall k, Q2R (inject_Z k) = IZR k)
          by (intros k; unfold Q2R; simpl; field).
        assert (Hunit : (0 < IZR K * IZR den)%R) by (apply Rmult_lt_0_compat; lra).
        destruct (Z.ltb_spec 0 (weight r o l)) as [Hweight|Hweight].
        + apply IZR_lt in Hweight. apply Qle_bool_iff, Qle_Rle in Hcloses.
          rewrite Q2R_mult, Q2R_plus, Q2R_mult, !whole, mult_IZR in Hcloses.
          apply (Rmult_le_reg_r (IZR (weight r o l) * (IZR K * IZR den)));
            [apply Rmult_lt_0_compat; lra | lra].
        + apply andb_true_iff in Hcloses as [Hzero Hcloses]. apply Z.eqb_eq in Hzero.
          exfalso. apply negb_true_iff in Hcloses.
          assert (Hlt : ~ (inject_Z total <= fixed r o l * inject_Z (K * den))%Q).
          { intros H. apply Qle_bool_iff in H. congruence. }
          apply Hlt, Rle_Qle. rewrite Q2R_mult, !whole, mult_IZR.
          rewrite Hzero in Hdue. lra.
    Qed.
  End Leaf.

  Lemma tree_holds bound s : forall limits,
    Forall (within t) limits -> tree_check bound limits s = true -> (Q2R bound <= x)%R.
  Proof.
    induction s as [v|n z most below IHb above IHa]; intros limits inside Hcheck.
    - exact (leaf_holds limits inside bound v Hcheck).
    - cbn [tree_check] in Hcheck. apply andb_true_iff in Hcheck as [Hbelow Habove].
      destruct (Z.le_gt_cases (number_of_keys t n (Z.eqb z)) most) as [H|H].
      + apply (IHb (At_most n z most :: limits)); [constructor; assumption | exact Hbelow].
      + apply (IHa (At_least n z (most + 1) :: limits)); [|exact Habove].
        constructor; [simpl; lia | exact inside].
  Qed.

  (** The least value that the last count releases is none of the next count. *)
  Lemma floor_holds : o = Delta -> (1 <= x * IZR K)%R.
  Proof.
    intros Ho. pose proof value as protect. rewrite Ho in protect. cbn [has_at_most] in protect.
    destruct (from_to r some_rows) as [Hfrom Hto]; fold from to in Hfrom, Hto.
    destruct (least_noise (noise t to) (between 0 (K - 1))) as (key & z & Hkey & Hz & least).
    { exists 0. split; [apply in_between; lia|].
      destruct (proj1 (complete r t kept to 0 (covers r t kept to Hto))) as (z & Hz & _);
        [lia | congruence]. }
    destruct (protect to (to + 1)) as [events _]; [fold from; lia | fold from; lia | lia |].
    unfold delta_of_pair in events. replace (to =? 0) with false in events by lia.
    replace (to + 1 =? 0) with false in events by lia. cbn [orb] in events.
    specialize (events (Z.eqb (to + z))). unfold P in events. rewrite size in events.
    assert (one : 1 <= number_of_keys t to (fun z' => to + z =? to + z')).
    { unfold number_of_keys. rewrite size. set (A := fun _ => _).
      assert (Hin : In key (filter A (between 0 (K - 1)))).
      { apply filter_In. split; [exact Hkey|]. unfold A. rewrite Hz. apply Z.eqb_refl. }
      destruct (filter A _); [destruct Hin | simpl; lia]. }
    assert (none : number_of_keys t (to + 1) (fun z' => to + z =? to + 1 + z') = 0).
    { unfold number_of_keys. rewrite size. set (A := fun _ => _).
      destruct (filter A _) as [|k rest] eqn:E; [reflexivity|]. exfalso.
      assert (Hin : In k (filter A (between 0 (K - 1)))) by (rewrite E; left; reflexivity).
      apply filter_In in Hin as [Hk HA]. unfold A in HA.
      destruct kept as (_ & _ & repeats & _).
      rewrite (repeats (to + 1) k) in HA by (fold to; lia). fold to in HA.
      destruct (noise t to k) as [z'|] eqn:Ez'; [|discriminate].
      specialize (least k z' Hk Ez'). lia. }
    rewrite none in events. apply IZR_le in one. apply IZR_lt in some_keys as HK.
    apply (Rmult_le_compat_r (IZR K)) in events; [|lra].
    replace (IZR (number_of_keys t to (fun z' => to + z =? to + z')) / IZR K * IZR K)%R
      with (IZR (number_of_keys t to (fun z' => to + z =? to + z'))) in events by (field; lra).
    replace ((e * (0 / IZR K) + x) * IZR K)%R with (x * IZR K)%R in events by (field; lra).
    lra.
  Qed.
End Optimality.

(** One computation bounds every table that keeps the rules; hi is at least e = e^epsilon. *)
Theorem optimality r o K hi e bound s :
  optimality_check r o K hi bound s = true -> (e <= Q2R hi)%R ->
  no_table_has_less r o K e (Q2R bound).
Proof.
  unfold optimality_check. rewrite !andb_true_iff, orb_true_iff.
  intros [[HK Hlast] Hcheck] He t x size kept value.
  apply Z.ltb_lt in HK. apply Z.leb_le in Hlast. destruct Hcheck as [Hfloor|Htree].
  - destruct o as [|target]; [|discriminate].
    pose proof (floor_holds r Delta K hi t e x size HK Hlast kept value eq_refl) as Hx.
    apply Qle_bool_iff, Qle_Rle in Hfloor. rewrite Q2R_mult in Hfloor.
    replace (Q2R (inject_Z K)) with (IZR K) in Hfloor by (unfold Q2R; simpl; field).
    replace (Q2R 1) with 1%R in Hfloor by (unfold Q2R; simpl; field).
    apply IZR_lt in HK. apply (Rmult_le_reg_r (IZR K)); [exact HK | lra].
  - exact (tree_holds r o K hi t e x size HK Hlast kept value He bound s []
             (Forall_nil _) Htree).
Qed.

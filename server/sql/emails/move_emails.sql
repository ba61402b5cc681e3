-- Moves emails up their lattice: one array each of what notices say of an email. A mail that was still under way is settled: its
-- delivery row goes. Every time is set once, and the status follows from which of them are set, so it does not depend on the
-- order in which notices come (D-631). A row that would not change is not written. Deliveries are locked before emails, as
-- results of deliveries do it, and both by id.
-- A mail that waits for its first attempt cannot have been handed over: what is said of it is not about it, and it is left out
-- as if it did not exist. Opens and clicks settle a hand-over in doubt and nothing else: a mail that was refused for now was
-- handed over to nobody, and it is the relay's own scanner that looked at it. A repeat from doubt is in doubt until a later
-- attempt was refused.
-- A bounced email keeps the receiving side's own words, whatever else is said of it. Of several bounces a permanent one's count,
-- and of equals the first in the alphabet, so that the order of arrival does not matter.
-- Why a function: a plan made anew for each call costs more than the work. Why rows one by one: a plan for a set follows
-- statistics, and one from the first minutes of a month, or of a campaign, reads everything a project has; the whole key with
-- `=` is looked up in every case. It runs as its caller, in the caller's project.
create or replace function move_emails(
  project uuid, at timestamptz, ids uuid[], sent_ats timestamptz[], delivered_ats timestamptz[], opened_ats timestamptz[],
  clicked_ats timestamptz[], bounced_ats timestamptz[], complained_ats timestamptz[], bounce_types text[],
  dead_addresses boolean[], rejections boolean[], errors text[], open_counts int[], click_counts int[])
returns setof moved_email
language plpgsql set search_path = public, pg_temp set jit = off set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  settled uuid[] := '{}';
  settled_attempts int[] := '{}';
  settled_repeats int[] := '{}';
  untried uuid[] := '{}';
  waiting record;
  one moved_email;
begin
  for waiting in
    select d.id, d.attempt, d.repeats, d.phase, w.is_hit
      from unnest(ids, delivered_ats, opened_ats, bounced_ats, complained_ats, rejections)
             v (id, delivered_at, opened_at, bounced_at, complained_at, is_rejected)
     cross join lateral (
       select v.id, v.opened_at is not null and v.delivered_at is null and v.bounced_at is null
                    and v.complained_at is null and not v.is_rejected as is_hit) w
     cross join lateral (
       select id, attempt, repeats, phase from deliveries where project_id = project and id = w.id for update) d loop
    if waiting.attempt = 0 or (waiting.is_hit and waiting.phase is null and (waiting.repeats = 0 or exists (
         select from delivery_attempts a
          where a.project_id = project and a.email_id = waiting.id and a.attempt = waiting.attempt
            and a.outcome = 'DEFERRED'))) then
      untried := untried || waiting.id;
    else
      delete from deliveries where project_id = project and id = waiting.id;
      settled := settled || waiting.id;
      settled_attempts := settled_attempts || waiting.attempt;
      settled_repeats := settled_repeats || waiting.repeats::int;
    end if;
  end loop;

  for one in
    select b.id, b.contact_id, b.recipient, b.from_email, b.from_name, b.subject, b.type, b.source_type, b.template_id,
           b.campaign_id, b.workflow_id, b.execution_id, b.is_test, b.status, b.clicks, a.status, a.sent_at,
           a.delivered_at, a.opened_at, a.clicked_at, a.bounced_at, a.complained_at, a.bounce_type, a.is_dead_address,
           a.opens, a.clicks, a.opened_by_click, a.error, a.attempts, a.duplicate_possible, a.settled_attempt, b.unconfirmed,
           b.sent_at is null,
           b.delivered_at is null and a.delivered_at is not null,
           b.opened_at is null and a.opened_at is not null,
           b.clicked_at is null and a.clicked_at is not null,
           b.bounced_at is null and a.bounced_at is not null,
           coalesce(a.bounce_type = 'Permanent' and b.bounce_type is distinct from 'Permanent', false),
           b.complained_at is null and a.complained_at is not null,
           a.is_dead_address and not b.is_dead_address,
           a.status = 'FAILED' and (b.status <> 'FAILED' or b.sent_at is null),
           (b.status, b.sent_at, b.delivered_at, b.opened_at, b.clicked_at, b.bounced_at, b.complained_at, b.bounce_type,
            b.is_dead_address, b.opens, b.clicks, b.opened_by_click, b.attempts, b.duplicate_possible, b.unconfirmed,
            b.error)
           is distinct from
           (a.status, a.sent_at, a.delivered_at, a.opened_at, a.clicked_at, a.bounced_at, a.complained_at, a.bounce_type,
            a.is_dead_address, a.opens, a.clicks, a.opened_by_click, a.attempts, a.duplicate_possible, false,
            a.error),
           b.reason, b.depth, b.is_public
      from unnest(ids, sent_ats, delivered_ats, opened_ats, clicked_ats, bounced_ats, complained_ats, bounce_types,
                  dead_addresses, rejections, errors, open_counts, click_counts)
             w (id, sent_at, delivered_at, opened_at, clicked_at, bounced_at, complained_at, bounce_type, is_dead_address,
                is_rejected, error, opens, clicks)
     cross join lateral (select * from emails where project_id = project and id = w.id for update) b
     cross join lateral (
       select coalesce(b.sent_at, w.sent_at) as sent_at, coalesce(b.delivered_at, w.delivered_at) as delivered_at,
              coalesce(b.opened_at, w.opened_at) as opened_at, coalesce(b.clicked_at, w.clicked_at) as clicked_at,
              coalesce(b.bounced_at, w.bounced_at) as bounced_at,
              coalesce(b.complained_at, w.complained_at) as complained_at,
              case when 'Permanent' in (b.bounce_type, w.bounce_type) then 'Permanent'
                   else coalesce(b.bounce_type, w.bounce_type) end as bounce_type,
              b.is_dead_address or w.is_dead_address as is_dead_address,
              w.is_rejected or (b.status = 'FAILED' and b.sent_at is not null) as is_rejected,
              least(100, b.opens - b.opened_by_click::int + w.opens) as real_opens,
              least(100, b.clicks + w.clicks) as clicks,
              settled_attempts[array_position(settled, b.id)] as settled_attempt,
              settled_repeats[array_position(settled, b.id)] as settled_repeats) t
     cross join lateral (
       select t.*,
              case when t.bounced_at is null then null
                   when w.bounced_at is null then b.error
                   when b.bounced_at is null or (w.bounce_type = 'Permanent' and b.bounce_type = 'Transient') then w.error
                   when w.bounce_type = 'Transient' and b.bounce_type = 'Permanent' then b.error
                   else least(b.error collate "C", w.error collate "C") end as bounce_error,
              greatest(t.real_opens, (t.clicks > 0)::int) as opens,
              t.real_opens = 0 and t.clicks > 0 as opened_by_click,
              greatest(b.attempts, coalesce(t.settled_attempt, 0)) as attempts,
              b.duplicate_possible or coalesce(t.settled_repeats, 0) > 0 as duplicate_possible,
              case when t.complained_at is not null then 'COMPLAINED'
                   when t.bounced_at is not null then 'BOUNCED'
                   when t.clicked_at is not null then 'CLICKED'
                   when t.opened_at is not null then 'OPENED'
                   when t.delivered_at is not null then 'DELIVERED'
                   when t.is_rejected then 'FAILED'
                   else 'SENT' end as status) s
     cross join lateral (
       select s.*, case when b.recipient is null then null -- the contact was deleted (D-1063)
                        when s.bounced_at is not null then s.bounce_error
                        when s.status = 'FAILED' then coalesce(b.error, w.error) end as error) a
     where w.id <> all(untried)
       -- A mail of a campaign that is not yet due has no delivery row.
       and (b.status <> 'QUEUED' or b.source_type <> 'CAMPAIGN' or b.id = any(settled)) loop
    if one.is_changed then
      update emails e
         set status = one.status, reason = case one.status when 'FAILED' then 'REJECTED' end,
             error = one.error,
             sent_at = one.sent_at, delivered_at = one.delivered_at, opened_at = one.opened_at,
             clicked_at = one.clicked_at, bounced_at = one.bounced_at, complained_at = one.complained_at,
             bounce_type = one.bounce_type, is_dead_address = one.is_dead_address, opens = one.opens, clicks = one.clicks,
             opened_by_click = one.opened_by_click, attempts = one.attempts,
             duplicate_possible = one.duplicate_possible, unconfirmed = false, updated_at = at
       where e.project_id = project and e.id = one.id;
    end if;
    return next one;
  end loop;
end $$;

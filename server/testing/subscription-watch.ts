/**
 * Keeps a log of every contact that the product makes, of every change of a subscription, of every event about one and of every row of
 * consent. By triggers, so that no code path is missed; what a test writes itself, as superuser, is left out. In a schema of its own:
 * tests that look at all tables of the product do not see it.
 */
export const watchSubscriptions = `
do $watch$ begin
  create schema subscription_watch;
  create table subscription_watch.log (
    xid xid8 not null, kind text not null, contact_id uuid not null, subscribed boolean not null, source text, is_creation boolean);
  create function subscription_watch.log_contact() returns trigger language plpgsql security definer as $$
  begin
    insert into subscription_watch.log
    values (pg_current_xact_id(), 'state', new.id, new.subscribed, null, tg_op = 'INSERT');
    return null;
  end $$;
  create function subscription_watch.log_own_change() returns trigger language plpgsql as $$
  begin
    insert into subscription_watch.log
    values (pg_current_xact_id(), 'change by a test', new.id, new.subscribed, null, false);
    return null;
  end $$;
  create function subscription_watch.log_event() returns trigger language plpgsql security definer as $$
  begin
    insert into subscription_watch.log
    values (pg_current_xact_id(), 'event', new.contact_id, new.name = 'contact.subscribed', new.data ->> 'source', false);
    return null;
  end $$;
  create function subscription_watch.log_consent() returns trigger language plpgsql security definer as $$
  begin
    insert into subscription_watch.log
    values (pg_current_xact_id(), 'consent', new.contact_id, new.subscribed, new.source, new.is_creation);
    return null;
  end $$;
  create trigger log_creation after insert on contacts for each row
    when (current_user like 'postrider%') execute function subscription_watch.log_contact();
  create trigger log_change after update on contacts for each row
    when (old.subscribed <> new.subscribed and current_user like 'postrider%') execute function subscription_watch.log_contact();
  create trigger log_own_change after update on contacts for each row
    when (old.subscribed <> new.subscribed and current_user not like 'postrider%') execute function subscription_watch.log_own_change();
  create trigger log_event after insert on events for each row
    when (new.name in ('contact.subscribed', 'contact.unsubscribed')) execute function subscription_watch.log_event();
  create trigger log_consent after insert on consent_records for each row execute function subscription_watch.log_consent();
end $watch$`;

const sources = ['api', 'send', 'track', 'bulk', 'import', 'workflow', 'page', 'feedback', 'inbound'];
const listed = sources.map((source) => `'${source}'`).join(', ');

/** States that have fewer records of this kind, in their transaction and of a listed cause, than they were given in it. */
const without = (kind: 'event' | 'consent'): string => `
  select s.contact_id, s.subscribed, s.is_creation from subscription_watch.log s
   where s.kind = 'state' or (s.kind = '${kind}' and s.source in (${listed}))
   group by s.xid, s.contact_id, s.subscribed, s.is_creation
  having count(*) filter (where s.kind = 'state') > count(*) filter (where s.kind = '${kind}')`;

/** Contacts that were made, and changes, without a row of consent of the same transaction that names a listed cause (I6). */
export const statesWithoutConsent = `
select case when s.is_creation then 'made' else 'changed' end || ' without consent' as what, s.contact_id, s.subscribed
  from (${without('consent')}) s`;

/** Contacts whose state is not that of their newest row of consent, those left out whose state a test has changed itself. */
const otherThanConsent = `
select 'other than the newest consent' as what, c.id, c.subscribed
  from (select distinct contact_id from subscription_watch.log where kind = 'state') w
  join contacts c on c.id = w.contact_id
 where c.subscribed <> (
         select r.subscribed from consent_records r where r.project_id = c.project_id and r.contact_id = c.id order by r.at desc limit 1)
   and not exists (select from subscription_watch.log l where l.contact_id = c.id and l.kind = 'change by a test')`;

/** These, contacts whose newest row of consent says something else, changes without an event of the same transaction that names a listed cause, and contacts without a listed source (I6). */
export const uncausedSubscriptions = `
${statesWithoutConsent}
union all
${otherThanConsent}
union all
select 'changed', s.contact_id, s.subscribed from (${without('event')}) s where not s.is_creation
union all
select 'made', id, subscribed from contacts where source not in (${listed})`;

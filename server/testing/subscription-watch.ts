/**
 * Keeps a log of every change of a subscription that the product makes, and of every event about one. By triggers,
 * so that no code path is missed; what a test writes itself, as superuser, is ignored.
 */
export const watchSubscriptions = `
do $watch$ begin
  create table subscription_log (xid xid8 not null, contact_id uuid not null, subscribed boolean not null, source text, is_event boolean not null);
  create function log_change() returns trigger language plpgsql security definer as $$
  begin
    insert into public.subscription_log values (pg_current_xact_id(), new.id, new.subscribed, null, false);
    return null;
  end $$;
  create function log_event() returns trigger language plpgsql security definer as $$
  begin
    insert into public.subscription_log
    values (pg_current_xact_id(), new.contact_id, new.name = 'contact.subscribed', new.data ->> 'source', true);
    return null;
  end $$;
  create trigger log_change after update on contacts for each row
    when (old.subscribed <> new.subscribed and current_user like 'postrider%') execute function log_change();
  create trigger log_event after insert on events for each row
    when (new.name in ('contact.subscribed', 'contact.unsubscribed')) execute function log_event();
end $watch$`;

const sources = ['api', 'send', 'track', 'bulk', 'import', 'workflow', 'page', 'feedback', 'inbound'];
const listed = sources.map((source) => `'${source}'`).join(', ');

/** Changes without an event of the same transaction that names a listed cause, and contacts without a listed source. */
export const uncausedSubscriptions = `
select 'changed' as what, c.contact_id, c.subscribed from subscription_log c
 where not c.is_event
   and not exists (select 1 from subscription_log e
                    where e.is_event and e.xid = c.xid and e.contact_id = c.contact_id
                      and e.subscribed = c.subscribed and e.source in (${listed}))
union all
select 'made', id, subscribed from contacts where source not in (${listed})`;

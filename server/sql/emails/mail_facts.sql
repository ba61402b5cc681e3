-- What one mail adds to the figures, `times` over: a row for its acceptance, with what has become of it, and one for each thing that
-- happened to it. The one place that says what is counted: for changes, for the mails of earlier versions and for the check.
create or replace function mail_facts(
  times int, project uuid, source text, is_test boolean, status text, created_at timestamptz, sent_at timestamptz,
  delivered_at timestamptz, opened_at timestamptz, clicked_at timestamptz, bounced_at timestamptz, complained_at timestamptz)
returns setof mail_figures language sql stable as $$
  select project, quarter_of(v.at), source, is_test, 0::smallint,
         times * (v.kind = 'accepted')::int, times * (v.kind = 'sent')::int, times * (v.kind = 'delivered')::int,
         times * (v.kind = 'opened')::int, times * (v.kind = 'clicked')::int, times * (v.kind = 'bounced')::int,
         times * (v.kind = 'complained')::int, 0,
         times * (v.kind = 'accepted' and sent_at is not null)::int,
         times * (v.kind = 'accepted' and opened_at is not null)::int,
         times * (v.kind = 'accepted' and clicked_at is not null)::int,
         times * (v.kind = 'accepted' and status = 'SENT')::int,
         times * (v.kind = 'accepted' and status in ('DELIVERED', 'OPENED', 'CLICKED', 'COMPLAINED'))::int,
         times * (v.kind = 'accepted' and status = 'BOUNCED')::int,
         times * (v.kind = 'accepted' and status = 'FAILED')::int,
         times * (v.kind = 'accepted' and status = 'SUPPRESSED')::int,
         times * (v.kind = 'accepted' and status = 'CANCELLED')::int
    from (values ('accepted', created_at), ('sent', sent_at), ('delivered', delivered_at), ('opened', opened_at),
                 ('clicked', clicked_at), ('bounced', bounced_at), ('complained', complained_at)) v (kind, at)
   where v.at is not null
$$;

-- What one mail adds to the breakdowns, `times` over: a row for each thing that happened to it, by mailbox provider and sender domain, one
-- for the reason of its bounce, and one for its source with what has become of it. The one place that says what is counted.
create or replace function mail_breakdown_facts(
  times int, project uuid, source text, is_test boolean, status text, created_at timestamptz, sent_at timestamptz,
  delivered_at timestamptz, opened_at timestamptz, clicked_at timestamptz, bounced_at timestamptz, complained_at timestamptz,
  recipient text, from_email text, error text, campaign_id uuid, workflow_id uuid, template_id uuid)
returns setof mail_breakdowns language sql stable as $$
  select project, 'quarter', 'delivery', quarter_of(v.at), source, is_test, mailbox_provider(recipient),
         lower(split_part(from_email, '@', -1)), 0::smallint, 0,
         times * (v.kind = 'sent')::int, times * (v.kind = 'delivered')::int, times * (v.kind = 'opened')::int,
         times * (v.kind = 'clicked')::int, times * (v.kind = 'bounced')::int, times * (v.kind = 'complained')::int
    from (values ('sent', sent_at), ('delivered', delivered_at), ('opened', opened_at), ('clicked', clicked_at),
                 ('bounced', bounced_at), ('complained', complained_at)) v (kind, at)
   where v.at is not null
  union all
  select project, 'quarter', 'bounce', quarter_of(bounced_at), source, is_test,
         coalesce(substring(error from '(?<![0-9.])[245]\.[0-9]{1,3}\.[0-9]{1,3}(?![0-9.])'), 'other'), '', 0::smallint, 0, 0, 0, 0, 0, times, 0
   where bounced_at is not null
  union all
  select project, 'quarter', case when campaign_id is not null then 'campaign' when workflow_id is not null then 'workflow' else 'template' end,
         quarter_of(created_at), source, is_test, coalesce(campaign_id, workflow_id, template_id)::text, '', 0::smallint, times,
         times * (sent_at is not null)::int, times * (status in ('DELIVERED', 'OPENED', 'CLICKED', 'COMPLAINED'))::int,
         times * (opened_at is not null)::int, times * (clicked_at is not null)::int, 0, 0
   where coalesce(campaign_id, workflow_id, template_id) is not null
$$;

-- Since when mails are being made from a shared text; null: none is in use. The values that belong to it are kept as long (D-835).
create or replace function oldest_text_in_use() returns timestamptz language sql stable as $$
  select t.created_at from shared_texts t where t.expires_at is null order by t.created_at limit 1
$$;

revoke execute on function oldest_text_in_use from public;

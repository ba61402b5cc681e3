-- Whether a value is an array with this number or boolean.
create or replace function condition_has_item(value jsonb, item jsonb) returns boolean
language sql immutable parallel safe as $$
  select case when jsonb_typeof(value) = 'array' then value @> item else false end
$$;

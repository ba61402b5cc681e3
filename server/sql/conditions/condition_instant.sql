-- The moment of an instant, or null, for a day too. condition_moment is made by a script in migration 0006 and stays there.
create or replace function condition_instant(value text) returns timestamptz language sql immutable parallel safe as $$
  select case when length(value) > 10 then condition_moment(value) end
$$;

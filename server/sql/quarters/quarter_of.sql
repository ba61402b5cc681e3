-- The quarter of an hour in UTC that an instant lies in, by its beginning. Every zone in use differs from UTC by whole quarters.
create or replace function quarter_of(at timestamptz) returns timestamptz language sql immutable strict parallel safe
return date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00');

-- The first id of a moment: ids are UUIDv7 and begin with the time, so a table by id is a table by time, and the id of a row
-- says its partition.
create or replace function first_id_at(at timestamptz) returns uuid language sql immutable strict parallel safe
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- An id of a moment, in milliseconds, that is ordered by `n` (at most 16,383) among those of the same moment. The rest is random, as in
-- every UUIDv7.
create or replace function id_in_order(ms bigint, n bigint) returns uuid language sql volatile parallel safe
return (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n >> 2), 3, '0') || to_hex(8 + (n & 3))
        || right(replace(gen_random_uuid()::text, '-', ''), 15))::uuid;

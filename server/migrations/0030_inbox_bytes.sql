-- Captured messages keep large files by reference: `cuts` says where in `raw` the encoded file belongs and which one it is
-- (id in email_attachments). Rows of the previous version have neither and are whole.
alter table inbox_messages add column cuts jsonb;
-- Bytes that this row keeps; null stands for `size`, the bytes of the whole message.
alter table inbox_messages add column kept_bytes int;

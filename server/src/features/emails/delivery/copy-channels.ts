/** A connection to one of two databases. */
interface Connection {
  query(text: string, values: readonly unknown[]): Promise<{ rows: { channels: string | null }[] }>;
}

/** Copies the channels that the attempts of a project name; they belong to no project. */
export async function copyChannels(source: Connection, target: Connection, projectId: string): Promise<void> {
  const { rows } = await source.query(
    `select json_agg(c)::text as channels from delivery_channels c
      where c.id in (select channel_id from delivery_attempts where project_id = $1)`,
    [projectId],
  );
  await target.query(
    `insert into delivery_channels select * from json_populate_recordset(null::delivery_channels, coalesce($1, '[]')::json)
      on conflict do nothing`,
    [rows[0]?.channels ?? null],
  );
}

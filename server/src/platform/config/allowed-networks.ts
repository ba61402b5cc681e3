import type { z } from 'zod';
import { type IpNetwork, parseNetwork } from '#pure/ip-addresses';
import { list } from './setting.ts';

/** Addresses that may be called although they are not public. */
export interface AllowedNetwork {
  readonly network: IpNetwork;
  /** The one port that it opens; null for the usual ones. */
  readonly port: number | null;
}

const withPort =
  /^(?:\[(?<six>[0-9a-fA-F:.]{2,45}(?:\/\d{1,3})?)\]|(?<four>[0-9.]{7,15}(?:\/\d{1,2})?)):(?<port>\d{1,5})$/;

/** `10.1.2.0/24`, `10.1.2.3`, `10.1.2.0/24:9000`, `fd00::/8` and `[fd00::/8]:9000`, separated by commas. */
export const allowedNetworks: z.ZodType<readonly AllowedNetwork[]> = list.transform((texts, ctx) =>
  texts.flatMap((text): AllowedNetwork[] => {
    const parts = withPort.exec(text)?.groups;
    const network = parseNetwork(parts?.six ?? parts?.four ?? text);
    const port = parts ? Number(parts.port) : null;
    if (network && (port === null || (port >= 1 && port <= 65_535))) return [{ network, port }];
    ctx.addIssue({ code: 'custom', message: `${text.slice(0, 60)} is not a network` });
    return [];
  }),
);

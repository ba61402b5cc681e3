import { type Client, clientOf } from '@postrider/server/testing/client';
import type { Contract } from '@postrider/server/testing/contract';
import type { TestDns } from '@postrider/server/testing/dns-server';
import type { FakeSns } from '@postrider/server/testing/fake-sns';
import type { FakeStripe } from '@postrider/server/testing/fake-stripe';
import { sendPlanted } from '@postrider/server/testing/log-search';
import type { SignInServer } from '@postrider/server/testing/sign-in-servers';
import { unlessBusy } from '@postrider/server/testing/unless-busy';
import type { Sql } from '../instance/database.ts';
import type { Mailbox } from '../instance/mailbox.ts';
import { type Owner, type People, type Person, peopleOf } from './people.ts';

/** What all entries of a run share. */
export interface SharedSetup {
  readonly url: string;
  /** Health, readiness and metrics, for operators alone. */
  readonly operatorUrl: string;
  readonly contract: Contract;
  readonly mailbox: Mailbox;
  readonly provider: SignInServer;
  readonly sql: Sql;
  /** The name server that the instance uses. */
  readonly names: TestDns;
  /** Replaces Amazon SNS; the instance listens to its topic. */
  readonly sns: FakeSns;
  /** The payment provider of the instance. */
  readonly stripe: FakeStripe;
  /** `GET /config` as it was before the first sign-up. */
  readonly emptyConfig: { setupRequired?: boolean };
  /** The first account of the instance. */
  readonly first: { isInstanceAdmin?: boolean };
  /** People without a project, who join one where a case needs a role or a stranger. */
  readonly extras: Readonly<Record<'admin' | 'member' | 'stranger', Person>>;
  readonly strangersProject: string;
}

/** What a case uses: the shared setup, and an owner with a project that no other endpoint's cases touch. */
export interface World extends SharedSetup, People {
  /** A caller without credentials, from an address of its own. */
  anyone(): Client;
  /** The owner of this endpoint's project; the same one for all its cases. */
  own(): Promise<Owner>;
  /** A person of the team of `own()` with this role. */
  inTeam(role: 'ADMIN' | 'MEMBER'): Promise<Person>;
}

export function worldOf(setup: SharedSetup): World {
  const anyone = callers(setup.url, setup.contract);
  const people = peopleOf(anyone, setup.sql);
  let own: Promise<Owner> | null = null;
  const world: World = {
    ...setup,
    ...people,
    anyone,
    own() {
      own ??= people.owner();
      return own;
    },
    async inTeam(role) {
      const person = setup.extras[role === 'ADMIN' ? 'admin' : 'member'];
      const { project } = await world.own();
      await setup.sql(
        `insert into memberships (project_id, user_id, role, joined_at) values ($1, $2, $3, now())
         on conflict (project_id, user_id) do update set role = excluded.role`,
        [project.id, person.id, role],
      );
      return person;
    },
  };
  return world;
}

let addressCount = 0;

/** A client address that is not used yet: limits per address then count for one caller alone. */
function newAddress(): string {
  addressCount += 1;
  return `127.${20 + (addressCount >> 16)}.${(addressCount >> 8) & 255}.${addressCount & 255}`;
}

/** New callers, each from an address of its own; every reply they get is checked against the contract. */
export const callers =
  (url: string, contract: Contract): (() => Client) =>
  () => {
    const localAddress = newAddress();
    return clientOf(async (call) => {
      const reply = await unlessBusy(() => sendPlanted(url, call, { localAddress }));
      contract.check(call, reply);
      return reply;
    });
  };

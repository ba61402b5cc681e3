import type { TestDns } from '@postrider/server/testing/dns-server';
import type { FakeSns } from '@postrider/server/testing/fake-sns';
import type { Sql } from '../instance/database.ts';
import type { Mailbox } from '../instance/mailbox.ts';
import type { SignInProvider } from '../instance/sign-in-provider.ts';
import type { Client } from './client.ts';
import { clientOf } from './client.ts';
import type { Contract } from './contract.ts';
import { newAddress, sender } from './http.ts';
import type { Owner, People, Person } from './people.ts';
import { peopleOf } from './people.ts';

/** What all entries of a run share. */
export interface Stage {
  readonly url: string;
  /** Health, readiness and metrics, for operators alone. */
  readonly operatorUrl: string;
  readonly contract: Contract;
  readonly mailbox: Mailbox;
  readonly provider: SignInProvider;
  readonly sql: Sql;
  /** The name server that the instance asks. */
  readonly names: TestDns;
  /** Stands for Amazon SNS; the instance listens to its topic. */
  readonly sns: FakeSns;
  /** `GET /config` as it was before anybody had signed up. */
  readonly emptyConfig: { setupRequired?: boolean };
  /** The first account of the instance. */
  readonly first: { isInstanceAdmin?: boolean };
  /** People without a project, who join one where a case needs a role or a stranger. */
  readonly extras: Readonly<Record<'admin' | 'member' | 'stranger', Person>>;
  readonly strangersProject: string;
}

/** What a case sees: the stage, and an owner with a project that no other endpoint's cases touch. */
export interface World extends Stage, People {
  /** Somebody without credentials, from an address of their own. */
  anyone(): Client;
  /** The owner of this endpoint's project; the same one for all its cases. */
  own(): Promise<Owner>;
  /** A person of the team of `own()` with this role. */
  inTeam(role: 'ADMIN' | 'MEMBER'): Promise<Person>;
}

export function worldOf(stage: Stage): World {
  const anyone = callers(stage.url, stage.contract);
  const people = peopleOf(anyone, stage.sql);
  let own: Promise<Owner> | null = null;
  const world: World = {
    ...stage,
    ...people,
    anyone,
    own() {
      own ??= people.owner();
      return own;
    },
    async inTeam(role) {
      const person = stage.extras[role === 'ADMIN' ? 'admin' : 'member'];
      const { project } = await world.own();
      await stage.sql(
        `insert into memberships (project_id, user_id, role, joined_at) values ($1, $2, $3, now())
         on conflict (project_id, user_id) do update set role = excluded.role`,
        [project.id, person.id, role],
      );
      return person;
    },
  };
  return world;
}

/** New callers, each from an address of its own; every answer they get is held against the contract. */
export const callers =
  (url: string, contract: Contract): (() => Client) =>
  () => {
    const send = sender(url, newAddress());
    return clientOf(async (call) => {
      const reply = await send(call);
      contract.check(call, reply);
      return reply;
    });
  };

import type { GetEmailIdentityCommandOutput } from '@aws-sdk/client-sesv2';
import { loadOnce } from '#platform/load-once';
import { cut } from '#pure/text';
import type { SesRelay } from './ses-relay.ts';
import type { SesTimeouts } from './ses-request-handler.ts';
import { loadSesService, type SesService } from './ses-service.ts';

/** A sender domain as the service knows it. */
export interface SesIdentity {
  /** Names of the DKIM records to publish: `<token>._domainkey.<domain>`. */
  readonly tokens: readonly string[];
  /** Their targets: `<token>.<zone>`. */
  readonly zone: string;
  /** The service has seen the records and accepts mail from the domain. */
  readonly isConfirmed: boolean;
}

/** The service refused, or did not answer in time. */
export class SesIdentityFailed extends Error {
  override readonly name = 'SesIdentityFailed';
  /** Too many calls: says nothing about the domain. */
  readonly isThrottled: boolean;

  constructor(error: unknown) {
    const { name, message } = error as Error; // the SDK throws errors
    super(cut(`${name}: ${message}`, 512), { cause: error });
    this.isThrottled = /^(TooManyRequests|Throttling|LimitExceeded|ConcurrentModification)/.test(name);
  }
}

/** The sender domains of the operator's account, in the region that sends the mail. */
export interface SesIdentities {
  readonly region: string;
  /**
   * Registers the domain with the service unless it is registered, with this return path unless null, and returns its state
   * there. A verification that the service has given up is started again. Throws `SesIdentityFailed`.
   */
  ensure(domain: string, mailFromDomain: string | null, signal: AbortSignal): Promise<SesIdentity>;
  /** Removes the domain from the service; does nothing when it is not registered. */
  remove(domain: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const defaultZone = 'dkim.amazonses.com';
const timeouts: SesTimeouts = { connectMs: 3_000, writeMs: 3_000, answerMs: 8_000 };

export function sesIdentities(relay: SesRelay, load = loadSesService): SesIdentities {
  const loaded = loadOnce(() => load(relay, timeouts));
  const withService = async <T>(work: (service: SesService) => Promise<T>): Promise<T> => {
    try {
      return await work(await loaded.get());
    } catch (error) {
      throw new SesIdentityFailed(error);
    }
  };
  return {
    region: relay.region,
    ensure: (domain, mailFromDomain, signal) =>
      withService(async (service) => {
        const found = (await find(service, domain, signal)) ?? (await create(service, domain, signal));
        await setReturnPath(service, found, { domain, mailFromDomain, signal });
        return restart(service, found, { domain, signal });
      }),
    remove: (domain, signal) =>
      withService(async ({ sdk, calls }) => {
        const command = new sdk.DeleteEmailIdentityCommand({ EmailIdentity: domain });
        await calls.send(command, { abortSignal: signal }).catch(unless('NotFound'));
      }),
    close: () => loaded.close((service) => service.close()),
  };
}

type FoundIdentity = Pick<
  GetEmailIdentityCommandOutput,
  'DkimAttributes' | 'VerifiedForSendingStatus' | 'MailFromAttributes'
>;

async function find({ sdk, calls }: SesService, domain: string, signal: AbortSignal): Promise<FoundIdentity | null> {
  const command = new sdk.GetEmailIdentityCommand({ EmailIdentity: domain });
  return (await calls.send(command, { abortSignal: signal }).catch(unless('NotFound'))) ?? null;
}

/** Two projects may register a domain at the same moment: the second one finds what the first has created. */
async function create(service: SesService, domain: string, signal: AbortSignal): Promise<FoundIdentity> {
  const { sdk, calls } = service;
  const command = new sdk.CreateEmailIdentityCommand({
    EmailIdentity: domain,
    DkimSigningAttributes: { NextSigningKeyLength: 'RSA_2048_BIT' },
  });
  const made = await calls.send(command, { abortSignal: signal }).catch(unless('AlreadyExists'));
  const found = made ?? (await find(service, domain, signal));
  if (!found) throw new Error('The identity is there and cannot be found.');
  return found;
}

interface IdentityRequest {
  readonly domain: string;
  readonly mailFromDomain: string | null;
  readonly signal: AbortSignal;
}

async function setReturnPath(
  { sdk, calls }: SesService,
  { MailFromAttributes }: FoundIdentity,
  { domain, mailFromDomain, signal }: IdentityRequest,
): Promise<void> {
  if (mailFromDomain === null || MailFromAttributes?.MailFromDomain === mailFromDomain) return;
  const command = new sdk.PutEmailIdentityMailFromAttributesCommand({
    EmailIdentity: domain,
    MailFromDomain: mailFromDomain,
    BehaviorOnMxFailure: 'USE_DEFAULT_VALUE', // Why: a lost record must not stop mail that is signed
  });
  await calls.send(command, { abortSignal: signal });
}

/** The service looks for the DKIM records for three days and then gives up until verification is restarted. */
async function restart(
  { sdk, calls }: SesService,
  { DkimAttributes, VerifiedForSendingStatus }: FoundIdentity,
  { domain, signal }: Omit<IdentityRequest, 'mailFromDomain'>,
): Promise<SesIdentity> {
  let { Tokens: tokens = [], SigningHostedZone: zone = defaultZone } = DkimAttributes ?? {};
  if (DkimAttributes?.Status === 'FAILED') {
    const command = new sdk.PutEmailIdentityDkimSigningAttributesCommand({
      EmailIdentity: domain,
      SigningAttributesOrigin: 'AWS_SES',
      SigningAttributes: { NextSigningKeyLength: 'RSA_2048_BIT' },
    });
    const restarted = await calls.send(command, { abortSignal: signal });
    ({ DkimTokens: tokens = tokens, SigningHostedZone: zone = zone } = restarted);
  }
  if (tokens.length === 0) throw new Error('The service names no keys; the domain has a key of its own there.');
  const isOdd = tokens.some((token) => !/^[A-Za-z0-9]{1,63}$/.test(token)) || !/^[A-Za-z0-9.-]{1,190}$/.test(zone);
  if (isOdd) throw new Error('The service names keys that cannot be names.');
  return { tokens, zone, isConfirmed: VerifiedForSendingStatus === true };
}

/** Ignores errors of the service of this kind. */
const unless =
  (kind: string) =>
  (error: Error): undefined => {
    if (!error.name.startsWith(kind)) throw error;
  };

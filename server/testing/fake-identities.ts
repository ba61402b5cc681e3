import { createHash } from 'node:crypto';

/** A sender domain at the fake service, with the values of the real one. */
export interface FakeIdentity {
  tokens: string[];
  zone: string | null;
  dkim: 'NOT_STARTED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'TEMPORARY_FAILURE';
  mailFrom: string | null;
  /** How often the search for its keys was restarted. */
  restarts: number;
}

interface IdentityReply {
  readonly status: number;
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** Handles calls about identities as SES v2 does: the real paths, bodies and errors. */
export function handleIdentityCall(identities: Map<string, FakeIdentity>, call: string, body: string): IdentityReply {
  if (call === 'POST /v2/email/identities') {
    const { EmailIdentity: name } = JSON.parse(body);
    if (identities.has(name)) return refusal(400, 'AlreadyExistsException', `Email identity ${name} already exist.`);
    identities.set(name, { tokens: tokensOf(name), zone: null, dkim: 'PENDING', mailFrom: null, restarts: 0 });
    return identityReply(identities, name);
  }
  const match = /^(GET|PUT|DELETE) \/v[12]\/email\/identities\/([^/]+)(\/mail-from|\/dkim\/signing)?$/.exec(call);
  const name = decodeURIComponent(match?.[2] ?? '');
  const identity = identities.get(name);
  if (!match || !identity) return refusal(404, 'NotFoundException', `Email identity <${name}> does not exist.`);
  const action = `${match[1]} ${match[3] ?? ''}`;
  if (action === 'GET ') return { ...identityReply(identities, name), MailFromAttributes: mailFromOf(identity) };
  if (action === 'PUT /mail-from') {
    identity.mailFrom = JSON.parse(body).MailFromDomain;
    return { status: 200 };
  }
  if (action === 'PUT /dkim/signing') {
    [identity.dkim, identity.restarts] = ['PENDING', identity.restarts + 1];
    return { status: 200, DkimStatus: identity.dkim, DkimTokens: identity.tokens };
  }
  if (action === 'DELETE ') {
    identities.delete(name);
    return { status: 200 };
  }
  return refusal(400, 'BadRequestException', call);
}

function identityReply(identities: Map<string, FakeIdentity>, name: string): IdentityReply {
  const { dkim, tokens, zone } = identities.get(name) as FakeIdentity; // the callers have looked
  return {
    status: 200,
    IdentityType: 'DOMAIN',
    FeedbackForwardingStatus: true,
    VerifiedForSendingStatus: dkim === 'SUCCESS' || dkim === 'TEMPORARY_FAILURE',
    DkimAttributes: {
      SigningEnabled: true,
      Status: dkim,
      Tokens: tokens,
      ...(zone ? { SigningHostedZone: zone } : {}),
      SigningAttributesOrigin: 'AWS_SES',
      NextSigningKeyLength: 'RSA_2048_BIT',
    },
    Policies: {},
    Tags: [],
  };
}

const mailFromOf = ({ mailFrom }: FakeIdentity): object =>
  mailFrom === null
    ? { BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' }
    : { MailFromDomain: mailFrom, MailFromDomainStatus: 'PENDING', BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' };

const refusal = (status: number, type: string, message: string): IdentityReply => ({ status, type, message });

const tokensOf = (name: string): string[] =>
  ['a', 'b', 'c'].map((letter) =>
    createHash('sha256')
      .update(letter + name)
      .digest('hex')
      .slice(0, 32),
  );

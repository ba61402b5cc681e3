import { createHash } from 'node:crypto';

/** A sender domain at the fake service, in the words of the real one. */
export interface FakeIdentity {
  tokens: string[];
  zone: string | null;
  dkim: 'NOT_STARTED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'TEMPORARY_FAILURE';
  mailFrom: string | null;
  /** How often its search for keys was started again. */
  restarts: number;
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** What SES v2 answers to calls about identities: the real paths, bodies and errors. */
export function answerIdentities(identities: Map<string, FakeIdentity>, call: string, body: string): Answer {
  if (call === 'POST /v2/email/identities') {
    const { EmailIdentity: name } = JSON.parse(body);
    if (identities.has(name)) return refusal(400, 'AlreadyExistsException', `Email identity ${name} already exist.`);
    identities.set(name, { tokens: tokensOf(name), zone: null, dkim: 'PENDING', mailFrom: null, restarts: 0 });
    return made(identities, name);
  }
  const match = /^(GET|PUT|DELETE) \/v[12]\/email\/identities\/([^/]+)(\/mail-from|\/dkim\/signing)?$/.exec(call);
  const name = decodeURIComponent(match?.[2] ?? '');
  const identity = identities.get(name);
  if (!match || !identity) return refusal(404, 'NotFoundException', `Email identity <${name}> does not exist.`);
  const action = `${match[1]} ${match[3] ?? ''}`;
  if (action === 'GET ') return { ...made(identities, name), MailFromAttributes: mailFromOf(identity) };
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

function made(identities: Map<string, FakeIdentity>, name: string): Answer {
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

const refusal = (status: number, type: string, message: string): Answer => ({ status, type, message });

const tokensOf = (name: string): string[] =>
  ['a', 'b', 'c'].map((letter) =>
    createHash('sha256')
      .update(letter + name)
      .digest('hex')
      .slice(0, 32),
  );

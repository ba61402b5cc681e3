import assert from 'node:assert/strict';
import { openEndpointWithBody } from '../conventions/open-endpoint.ts';
import { entry, it } from '../entry.ts';
import { invitationToken, invite } from '../members/invite.ts';
import { answered, invalid, isUuid7, refused } from '../world/expect.ts';
import { cookieOf, newEmail, password } from '../world/people.ts';
import { closedInstances } from './closed-instances.ts';

export const signUp = entry(
  'POST /auth/signup',
  openEndpointWithBody({
    endpoint: 'POST /auth/signup',
    status: 201,
    request: async () => ({ path: '/auth/signup', body: { email: newEmail(), password } }),
  }),
  it('makes the first account of an instance its administrator, and no other (D-1102)', async (world) => {
    assert.equal(world.first.isInstanceAdmin, true);
    const reply = await world.anyone().post('/auth/signup', { email: newEmail(), password });
    answered(reply, 201, { isInstanceAdmin: false });
  }),
  it('returns the user without a project, and signs in (D-1101, D-1102)', async (world) => {
    const email = newEmail();
    const reply = await world
      .anyone()
      .post('/auth/signup', { email: ` ${email.toUpperCase()}`, password, name: ' Ann ' });
    answered(reply, 201, { email, name: 'Ann', emailVerified: false, type: 'PASSWORD', providers: [], project: null });
    isUuid7(reply.body.id);
    answered(await world.signedIn(reply, email).api.get('/users/@me'), 200, { email });
  }),
  it('makes a first project with its secret key when asked', async (world) => {
    const body = { email: newEmail(), password, projectName: ' Acme ', timezone: 'Europe/Berlin' };
    const reply = await world.anyone().post('/auth/signup', body);
    answered(reply, 201, { project: { name: 'Acme', timezone: 'Europe/Berlin', role: 'OWNER', mode: 'test' } });
    assert.match(reply.body.project.public, /^pk_[A-Za-z0-9_-]{49}$/);
    assert.match(reply.body.project.secret, /^sk_[A-Za-z0-9_-]{49}$/);
    assert.equal(reply.body.project.secretLast4, reply.body.project.secret.slice(-4));
  }),
  it('mails a link that verifies the address', async (world) => {
    const email = newEmail();
    answered(await world.anyone().post('/auth/signup', { email, password }), 201);
    const { subject, body } = await world.mailbox.next(email);
    assert.equal(subject, 'Confirm your email address');
    assert.ok(body.includes(world.url), body);
    assert.equal(world.mailbox.to(email).length, 1);
  }),
  it('refuses an address that has an account (D-1104)', async (world) => {
    const { email } = await world.own();
    const reply = await world.anyone().post('/auth/signup', { email: email.toUpperCase(), password });
    refused(reply, 409, 'EMAIL_TAKEN');
    assert.equal(reply.headers['set-cookie'], undefined);
  }),
  it('requires a password of 10 to 128 characters', async (world) => {
    const visitor = world.anyone();
    for (const [given, code] of [
      ['short', 'too_small'],
      ['x'.repeat(129), 'too_big'],
      [undefined, 'required'],
      [7, 'invalid_type'],
    ] as const) {
      const reply = await visitor.post('/auth/signup', { email: newEmail(), password: given });
      invalid(reply, ['password', code]);
      assert.ok(!reply.text.includes('short') && !reply.text.includes('xxx'), 'shows the password');
    }
    answered(await visitor.post('/auth/signup', { email: newEmail(), password: 'ä'.repeat(10) }), 201);
  }),
  it('refuses other wrong fields', async (world) => {
    const visitor = world.anyone();
    const post = (body: object) => visitor.post('/auth/signup', { email: newEmail(), password, ...body });
    invalid(await post({ email: 'x' }), ['email', 'invalid_string', 'x']);
    invalid(await post({ name: 'x'.repeat(101) }), ['name', 'too_big']);
    invalid(await post({ projectName: ' ' }), ['projectName', 'too_small']);
    invalid(await post({ projectName: 'x'.repeat(101) }), ['projectName', 'too_big']);
    invalid(await post({ projectName: 'x', timezone: 'Mars/Base' }), ['timezone', 'invalid_string']);
    invalid(
      await post({ email: 'x', password: 'short', name: 'x'.repeat(101), projectName: ' ', timezone: 'Mars/Base' }),
      ['email', 'invalid_string'],
      ['password', 'too_small'],
      ['name', 'too_big'],
      ['projectName', 'too_small'],
      ['timezone', 'invalid_string'],
    );
    const extra = await post({ isInstanceAdmin: true, emailVerified: true, emailVerifiedAt: '2026-01-01', id: 'x' });
    answered(extra, 201, { isInstanceAdmin: false, emailVerified: false });
    const nulls = await post({ name: null, token: null, projectName: null, timezone: null });
    answered(nulls, 201, { name: null, project: null });
  }),
  it('joins the project of an invitation for the same address, verified and without a mail', async (world) => {
    const owner = await world.own();
    const email = newEmail('invited');
    const token = invitationToken(await invite(owner, email, 'ADMIN'));
    const other = await world.anyone().post('/auth/signup', { email: newEmail(), password, token });
    refused(other, 400, 'INVALID_TOKEN');
    const reply = await world.anyone().post('/auth/signup', { email, password, token });
    answered(reply, 201, { emailVerified: true, project: { id: owner.project.id, role: 'ADMIN' } });
    assert.equal(reply.body.project.secret, undefined);
    const mailed = await world.sql('select 1 from account_tokens where user_id = $1', [reply.body.id]);
    assert.deepEqual(mailed, []);
    const again = await world.anyone().post('/auth/signup', { email: newEmail(), password, token });
    refused(again, 400, 'INVALID_TOKEN');
  }),
  it('refuses an invitation that has expired, and a token that is none', async (world) => {
    const owner = await world.own();
    const email = newEmail('late');
    const invited = await invite(owner, email);
    await world.sql(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [invited.id]);
    for (const token of [invitationToken(invited), 'nonsense', '']) {
      refused(await world.anyone().post('/auth/signup', { email, password, token }), 400, 'INVALID_TOKEN');
    }
  }),
  it('ends the session the browser had (D-1101)', async (world) => {
    const { cookie, api } = await world.person();
    const reply = await world.anyone().with({ cookie }).post('/auth/signup', { email: newEmail(), password });
    assert.notEqual(cookieOf(reply), cookie);
    refused(await api.get('/users/@me'), 401, 'UNAUTHORIZED');
  }),
  it('cannot be called by a page of another site', async (world) => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const reply = await world.anyone().post('/auth/signup', { email: newEmail(), password }, headers);
    refused(reply, 403, 'FORBIDDEN', { reason: 'ORIGIN_REFUSED' });
  }),
  it('lets one address sign up ten times an hour', async (world) => {
    const visitor = world.anyone();
    const { email } = await world.own();
    for (let n = 0; n < 10; n += 1) {
      refused(await visitor.post('/auth/signup', { email, password }), 409, 'EMAIL_TAKEN');
    }
    const reply = await visitor.post('/auth/signup', { email: newEmail(), password });
    refused(reply, 429, 'RATE_LIMIT_EXCEEDED', { limit: 10, windowSeconds: 3600, scope: 'address' });
  }),
  closedInstances,
);

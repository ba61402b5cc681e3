import { detailsOf, type IdempotencySetup, isReused, post } from './setup.ts';

/** A used key is refused whatever comes with it; a key whose request left nothing is free. */
export async function reuse(setup: IdempotencySetup): Promise<void> {
  const { apis, check, effects } = setup;
  const [here, there] = apis;
  const project = setup.newProject();
  const first = await post(here, project, 'key');
  check('the first request with a key is answered 200', first?.status === 200, first?.status);
  const same = await post(there, project, 'key');
  check('the same request again is refused, with the first reply', isReused(same, 200), detailsOf(same));
  const reply = same?.body.error.details.originalResponse;
  check('the refusal holds the stored reply', reply?.id === first?.body.id, reply);
  check('another body is refused alike', isReused(await post(there, project, 'key', { note: 'other' }), 200));
  const elsewhere = await post(there, project, 'key', { path: '/test/other-effect' });
  const named = elsewhere?.body.error.details.originalRequest;
  check(
    'another route is refused, with the name of the first one',
    isReused(elsewhere, 200) && named === 'POST /test/effect',
    named,
  );
  check('the project has one effect', (await effects(project)) === 1);

  const neighbour = setup.newProject();
  check('another project may use the same key', (await post(there, neighbour, 'key'))?.status === 200);

  for (const [note, status] of [
    ['refuse', 400],
    ['fail', 500],
  ] as const) {
    const tried = setup.newProject();
    const response = await post(here, tried, 'key', { note });
    check(
      `a request that ends with ${status} leaves nothing`,
      response?.status === status && (await effects(tried)) === 0,
    );
    const again = await post(there, tried, 'key');
    check('and its key is free', again?.status === 200 && (await effects(tried)) === 1, again?.status);
  }
}

import { useEffect, useState } from 'react';
import { useGoTo } from '../navigation/go-to.ts';
import { paths } from '../navigation/paths.ts';

/** Signs in first, then comes back to this page. */
export function GoToLogin(): null {
  const goTo = useGoTo();
  // Why kept: the address changes while this is still shown.
  const [address] = useState(() => `${location.pathname}${location.search}`);
  useEffect(() => goTo(paths.login({ next: address }), { replace: true }), [address, goTo]);
  return null;
}

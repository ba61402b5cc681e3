const topicForm = /^arn:aws[a-z-]{0,16}:sns:([a-z0-9-]{1,40}):\d{12}:[A-Za-z0-9_.-]{1,260}$/;

export const isTopicArn = (text: string): boolean => topicForm.test(text);
const certificatePath = /^\/SimpleNotificationService-[A-Za-z0-9]{1,100}\.pem$/;

/** The hosts that are valid for a topic: the service of the topic's own region, at one of its three domain endings. */
function hostsOf(topicArn: string): readonly string[] {
  const region = topicForm.exec(topicArn)?.[1];
  return region ? ['com', 'com.cn', 'eu'].map((ending) => `sns.${region}.amazonaws.${ending}`) : [];
}

/**
 * The address of a signing certificate, or null if it is not exactly one of the service's own (T19).
 * Why the text is compared as well: a parser normalises what it reads, and normalised is not equal.
 */
export function certificateAddress(text: string, topicArn: string): URL | null {
  const address = pinned(text, topicArn);
  if (address?.search !== '' || !certificatePath.test(address.pathname)) return null;
  return text === `https://${address.hostname}${address.pathname}` ? address : null;
}

/**
 * Where a subscription is confirmed. The link in the message is only checked; the address that is called is built from the
 * listed topic and the signed token.
 */
export function confirmationAddress(link: string, topicArn: string, token: string): URL | null {
  const address = pinned(link, topicArn);
  if (address?.pathname !== '/') return null;
  const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topicArn, Token: token });
  return new URL(`https://${address.hostname}/?${query.toString()}`);
}

function pinned(text: string, topicArn: string): URL | null {
  const address = URL.parse(text);
  if (address?.protocol !== 'https:' || address.port !== '' || address.hash !== '') return null;
  if (address.username !== '' || address.password !== '') return null;
  return hostsOf(topicArn).includes(address.hostname) ? address : null;
}

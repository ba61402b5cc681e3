import type { FirstMail } from '../../api/first-mail.ts';

export interface FirstCall {
  readonly baseUrl: string;
  /** The secret key; null where this tab does not know it, and the environment must. */
  readonly key: string | null;
  readonly mail: FirstMail;
}

/** The same call in the languages that need nothing installed. The key stands on a line of its own, so that it is seen whole. */
export function firstMailSnippets(call: FirstCall): { language: string; code: string }[] {
  return [
    { language: 'curl', code: curl(call) },
    { language: 'Node', code: node(call) },
    { language: 'Python', code: python(call) },
  ];
}

const curl = ({
  baseUrl,
  key,
  mail,
}: FirstCall): string => `${key === null ? '' : `POSTRIDER_KEY=${key}\n`}curl ${baseUrl}/v1/send \\
  -H "Authorization: Bearer $POSTRIDER_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${indented(mail, '  ').replaceAll("'", "'\\''")}'`;

const node = ({
  baseUrl,
  key,
  mail,
}: FirstCall): string => `const key = ${key === null ? 'process.env.POSTRIDER_KEY' : `"${key}"`};
const reply = await fetch("${baseUrl}/v1/send", {
  method: "POST",
  headers: {
    "Authorization": "Bearer " + key,
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${indented(mail, '  ')}),
});
console.log(reply.status, await reply.text());`;

const python = ({ baseUrl, key, mail }: FirstCall): string => `import json, os, urllib.request

key = ${key === null ? 'os.environ["POSTRIDER_KEY"]' : `"${key}"`}
mail = ${indented(mail, '')}
request = urllib.request.Request(
  "${baseUrl}/v1/send",
  json.dumps(mail).encode(),
  {"Authorization": "Bearer " + key, "Content-Type": "application/json"},
)
print(urllib.request.urlopen(request).read().decode())`;

/** JSON is also how these values are written in JavaScript and in Python. */
const indented = (mail: FirstMail, indent: string): string =>
  JSON.stringify(mail, null, 2).replaceAll('\n', `\n${indent}`);

/** The variable of the environment that the snippets and the dialog with the secret name. */
export const secretVariable = 'POSTRIDER_WEBHOOK_SECRET';

/** Receivers that run as they stand. The guide shows the first two, and a test runs those. */
export const verifySnippets: readonly { readonly language: string; readonly code: string }[] = [
  {
    language: 'Node, with the SDK',
    code: `import { createServer } from 'node:http';
import { verifyWebhook } from '@postrider/sdk';

const secret = process.env.${secretVariable};

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    // The body as received: parsed and written again it has other bytes.
    const body = Buffer.concat(chunks);
    const { headers } = request;
    const webhook = await verifyWebhook({ body, headers, secret });
    const { type, contact } = webhook.json();
    console.log(webhook.id, type, contact.email);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);`,
  },
  {
    language: 'Node',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.${secretVariable};
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');

function isSigned(headers, body) {
  const sent = headers['webhook-timestamp'];
  const age = Math.abs(Date.now() / 1000 - Number(sent));
  if (!(age < 300)) return false;
  const wanted = createHmac('sha256', key)
    .update(\`\${headers['webhook-id']}.\${sent}.\`)
    .update(body)
    .digest();
  const given = headers['webhook-signature'] ?? '';
  return given.split(' ').some((one) => {
    const signature = Buffer.from(one.replace('v1,', ''), 'base64');
    return signature.length === wanted.length
      && timingSafeEqual(signature, wanted);
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  // The body as received: parsed and written again it has other bytes.
  const body = Buffer.concat(chunks);
  if (!isSigned(request.headers, body)) {
    return response.writeHead(400).end();
  }
  const { id, type, contact } = JSON.parse(body);
  console.log(id, type, contact.email);
  response.writeHead(204).end();
}).listen(8080);`,
  },
  {
    language: 'Python',
    code: `import base64, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["${secretVariable}"].removeprefix("whsec_"))

def is_signed(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    text = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.digest(KEY, text, "sha256")).decode()
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(one, wanted) for one in given)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The body as received: parsed and written again it has other bytes.
        body = self.rfile.read(int(self.headers["content-length"]))
        is_ours = is_signed(self.headers, body)
        if is_ours:
            event = json.loads(body)
            print(event["id"], event["type"], event["contact"]["email"], flush=True)
        self.send_response(204 if is_ours else 400)
        self.end_headers()

HTTPServer(("", 8080), Receiver).serve_forever()`,
  },
];

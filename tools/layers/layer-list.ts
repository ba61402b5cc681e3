/** The features of the product, bottom layer first. A feature calls features of lower layers only. Moving one is a decision record. */
export const layerList = [
  ['accounts', 'jobs', 'uploads', 'address-checks'],
  ['projects'],
  ['billing', 'domains'],
  ['contacts', 'templates'],
  ['events'],
  ['segments'],
  ['emails'],
  ['ses-notices', 'inbound', 'reputation', 'recipient-pages', 'request-log', 'submission'],
  ['campaigns', 'workflows'],
  ['reports', 'webhooks'],
  ['history'],
] as const;

/** The layer of a feature, or -1 for one that is in none. */
export const layerOf = (feature: string): number =>
  layerList.findIndex((layer) => layer.some((name) => name === feature));

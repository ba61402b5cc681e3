/** The rooms of the house, bottom floor first. A room calls rooms on lower floors only. Moving one is a decision record. */
export const floorList = [
  ['accounts', 'jobs', 'uploads', 'address-checks'],
  ['projects'],
  ['billing', 'domains'],
  ['contacts', 'templates'],
  ['events'],
  ['segments'],
  ['emails'],
  ['ses-notices', 'inbound', 'reputation', 'recipient-pages'],
  ['campaigns', 'workflows'],
  ['reports', 'webhooks'],
] as const;

/** The floor of a room, or -1 for a room that stands on none. */
export const floorOf = (room: string): number => floorList.findIndex((rooms) => rooms.some((name) => name === room));

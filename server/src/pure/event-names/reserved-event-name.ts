/** The names that only the service records (D-402), as a pattern that PostgreSQL reads the same way. Case matters. */
export const reservedNamePattern = '^(email\\..*|contact\\.(un)?subscribed|segment\\..+\\.(entry|exit))$';

const reserved = new RegExp(reservedNamePattern, 's');

export const isReservedEventName = (name: string): boolean => reserved.test(name);

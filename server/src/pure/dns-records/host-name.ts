/** A host name in the form two of them are compared in: lower case, without the dot of the root. */
export const plainHost = (name: string): string => name.toLowerCase().replace(/\.$/, '');

export const isSameHost = (left: string, right: string): boolean => plainHost(left) === plainHost(right);

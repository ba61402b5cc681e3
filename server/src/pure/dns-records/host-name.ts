/** A host name in the form that is compared: lower case, without the final dot. */
export const plainHost = (name: string): string => name.toLowerCase().replace(/\.$/, '');

export const isSameHost = (left: string, right: string): boolean => plainHost(left) === plainHost(right);

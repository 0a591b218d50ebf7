/** Returns whether a package's version is three numbers: browsers report no other versions. */
export const isPackageVersion = (text: string): boolean => /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(text);

/** Returns whether a folder's name is that of a built version, such as `1.0.0-1a2b3c4d`. */
export const isBuiltVersion = (text: string): boolean => /^\d+\.\d+\.\d+-[0-9a-f]+$/.test(text);

import { changeRegistry } from './change-registry.ts';
import { currentUser } from './current-user.ts';

/**
 * Removes a version from the registry's withdrawn versions, so that browsers run it again.
 * @throws if it isn't one of them: the site's server keeps its own list in its database
 */
export async function reinstate(
  name: string,
  version: string,
  dist: string,
  who = currentUser(),
): Promise<void> {
  await changeRegistry(
    dist,
    (registry) => {
      const { withdrawn = [] } = registry;
      const left = withdrawn.filter((one) => one.name !== name || one.version !== version);
      if (left.length === withdrawn.length)
        throw new Error(
          `the registry has not withdrawn ${name} ${version}. If the site's server has, delete it from its table withdrawn_versions`,
        );
      return { ...registry, withdrawn: left };
    },
    { who, what: `reinstate ${version}`, remote: name },
  );
}

// The modules of the chunks that every initial load needs (chunks.json). A fixed list, not a rule over how many pages
// share a module: with such a rule every new page changed what the others load. The build fails where list and build
// differ.
import { readFileSync } from 'node:fs';

/** Each chunk with its allowed imports and its modules. A chunk must come after those it imports. */
export const chunks = JSON.parse(readFileSync(new URL('chunks.json', import.meta.url), 'utf8'));

/** A module's name in the list: `src/…` of the program, `@mantine/core/…` of a package. */
export const nameOf = (id) =>
  id
    .replaceAll('\\', '/')
    .replace(/^\0/, '')
    .replace(/\?.*$/, '')
    .replace(/^.*\/node_modules\//, '')
    .replace(/^.*\/dashboard\/src\//, 'src/');

/** The bundler's groups; modules that are not listed are not included. */
export const chunkGroups = Object.entries(chunks).map(([name, { modules }], place, all) => {
  const named = new Set(modules);
  return {
    name,
    test: (id) => named.has(nameOf(id)),
    minSize: 0,
    priority: all.length - place,
    includeDependenciesRecursively: false,
  };
});

/**
 * Differences between a build and the lists. `built`: every file of the build as `{ name, file, imports, modules }`,
 * `imports` are its static imports.
 */
export function faultsOf(built, lists = chunks) {
  const faults = [];
  const fileOf = (name) => built.find((chunk) => chunk.name === name);
  for (const [name, { needs, modules }] of Object.entries(lists)) {
    const chunk = fileOf(name);
    if (!chunk) {
      faults.push(`${name}: there is no such file`);
      continue;
    }
    for (const module of modules)
      if (!chunk.modules.includes(module)) faults.push(`${name}: ${module} is on the list and not in the file`);
    for (const module of chunk.modules)
      if (!modules.includes(module)) faults.push(`${name}: ${module} is in the file and not on the list`);
    for (const file of chunk.imports) {
      const needed = built.find((candidate) => candidate.file === file);
      if (!needed || needs.includes(needed.name) || needed.name === 'rolldown-runtime') continue;
      const some = needed.modules.slice(0, 5).join(', ');
      faults.push(
        `${name}: needs ${needed.name} (${some}): list it in ${[name, ...needs].join(' or ')}, or load it lazily`,
      );
    }
  }
  return faults;
}

/** A bundler plugin that fails a build that differs from the lists. */
export const fixedChunks = () => ({
  name: 'fixed-chunks',
  generateBundle(_options, bundle) {
    const built = Object.values(bundle)
      .filter((file) => file.type === 'chunk')
      .map((file) => ({
        name: file.name,
        file: file.fileName,
        imports: file.imports,
        modules: Object.keys(file.modules).map(nameOf),
      }));
    const faults = faultsOf(built);
    if (faults.length > 0) this.error(`tools/chunks.json and the build differ:\n${faults.join('\n')}`);
  },
});

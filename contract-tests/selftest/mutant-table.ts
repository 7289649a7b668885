import { mutants } from './mutants/index.ts';

export const mutantTablePath = 'src/docs/mutants.generated.ts';

/** The mutants by the clause they break, for the docs, which do not import the self-test. */
export function mutantTable(): string {
  const clauses = [...new Set(mutants.map(({ breaks }) => breaks))];
  const rows = clauses.map((id) => {
    const names = mutants.filter(({ breaks }) => breaks === id).map(({ name }) => `'${name}'`);
    return `  '${id}': [${names.join(', ')}],\n`;
  });
  return [
    '// Generated from the mutants of the self-test by `npm run generate`. Do not edit.\n',
    'export const mutantsByClause: { readonly [clause: string]: readonly string[] } = {\n',
    ...rows,
    '};\n',
  ].join('');
}

// Page object: importing a file.
import { base } from '../api.js';
import { label } from '../words.js';

/** Most milliseconds that thousands of rows may take while the machine builds and walks. */
export const ofThousands = 300_000;

const button = (page, name) => page.getByRole('button', { name, exact: true });

/** The texts of the import pages for customers. */
export const ofCustomers = (w) => ({
  ...w,
  imports: (key, values) => {
    try {
      return w.customerImports(key, values);
    } catch {
      return w.imports(key, values);
    }
  },
});

/** Chooses a file; ends on the page of its import. `file` is a path or `{ name, mimeType, buffer }`. */
export async function choose(page, w, file, path = '/products/import') {
  if (!new URL(page.url()).pathname.endsWith(path)) await page.goto(`${base}${path}`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: label(w.imports('drop')) }).click(),
  ]);
  await chooser.setFiles(file);
  await page.waitForURL(/\/import\/imp_/);
  await page.getByRole('heading', { name: w.imports('map.title') }).waitFor();
}

/** The field that a column is mapped to, and the samples beside it. */
export async function column(page, w, name) {
  const field = page.getByRole('combobox', { name: w.fileImport('map.fieldOf', { column: name }), exact: true });
  const line = page.getByRole('listitem').filter({ has: field });
  return { field, value: await field.inputValue(), samples: await line.locator('bdi[title]').allInnerTexts() };
}

/** The four counts below this heading: created, updated, unchanged, failed. */
async function counts(page, w, title) {
  await page.getByRole('heading', { name: title }).waitFor({ timeout: ofThousands });
  const found = [];
  for (const key of ['new', 'changed', 'unchanged', 'failed']) {
    const name = page.getByText(w.imports(`count.${key}`), { exact: true }).first();
    found.push(Number((await name.locator('xpath=following-sibling::*[1]').innerText()).replace(',', '')));
  }
  return found;
}

export async function dryRun(page, w) {
  await button(page, w.imports('check')).click();
  return counts(page, w, w.imports('checked.title'));
}

/** A dry run without anything to write: the import is done with it. */
export async function dryRunOfNothing(page, w) {
  await button(page, w.imports('check'))
    .or(button(page, w.imports('checkAgain')))
    .first()
    .click();
  return counts(page, w, w.imports('done.nothing'));
}

/** Runs the import as the dry run announced it. */
export async function start(page, w, count) {
  await button(page, w.imports('start', { count })).click();
  return result(page, w);
}

export const result = (page, w) => counts(page, w, w.imports('done.title'));

/** The cells of each failed row: row, label, outcome, reason. */
export async function failedRows(page, w) {
  const table = page.getByRole('table', { name: w.imports('rows.title') });
  // The loaded rows, not the skeleton.
  const shownRows = table.locator('tbody tr[data-row]');
  await shownRows.first().waitFor();
  const rows = await shownRows.all();
  return Promise.all(rows.map(async (row) => (await row.locator('td').allInnerTexts()).map((text) => text.trim())));
}

export async function retry(page, w) {
  await button(page, w.imports('retry')).click();
  await button(page, w.imports('retry')).waitFor({ state: 'detached', timeout: ofThousands });
  return result(page, w);
}

/** Undoes the whole import, after the confirmation. */
export async function undo(page, w) {
  const act = button(page, w.imports('undo'));
  // On a phone it is in the page's menu.
  const menu = button(page, w.shared('page.more'));
  await act.or(menu).first().waitFor();
  if (!(await act.isVisible())) await menu.click();
  await act.or(page.getByRole('menuitem', { name: w.imports('undo'), exact: true })).click();
  const dialog = page.getByRole('dialog', { name: w.imports('undoTitle') });
  await dialog.getByRole('button', { name: w.imports('undo'), exact: true }).click();
  await page.getByRole('heading', { name: w.imports('undone.title') }).waitFor({ timeout: ofThousands });
}

/** How many products the dashboard's list holds, and whether each of these is among them. */
export async function listed(page, w, names) {
  await page.goto(`${base}/products/list`);
  const table = page.getByRole('table', { name: w.products('title') });
  for (const name of names)
    await table
      .getByRole('row', { name: new RegExp(name) })
      .first()
      .waitFor();
  return table.locator('tbody tr[data-row]').count();
}

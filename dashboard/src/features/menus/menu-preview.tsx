import { Group, SegmentedControl, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { directionOf, languageNames, useLanguage, type Language } from '@/shared/i18n/language';
import { getSession, storeLanguages } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import { useMenuText } from './i18n';
import ar from './i18n/ar.json';
import en from './i18n/en.json';
import classes from './menu-preview.module.css';
import type { Tree } from './menu-tree';
import { shownLinks, type ShownLink } from './shown-links';

/** The theme's own words, in the language of the preview. */
const words = { ar, en };

/** The links as shoppers see them, in the header or the footer; nothing in it leads anywhere. */
export function MenuPreview({ code, links }: { code: string; links: Tree }) {
  const t = useMenuText();
  const { language: own } = useLanguage();
  const languages = storeLanguages(getSession());
  const [chosen, setLanguage] = useState<Language>(languages.includes(own) ? own : (languages[0] ?? 'ar'));
  const shown = shownLinks(links, chosen);
  return (
    <Section title={t('preview')} text={t('previewText')}>
      {languages.length > 1 && (
        <Group mb={12}>
          <SegmentedControl
            size="xs"
            aria-label={t('previewLanguage')}
            value={chosen}
            onChange={(value) => setLanguage(value as Language)}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </Group>
      )}
      <div className={classes.frame} lang={chosen} dir={directionOf(chosen)} data-preview>
        {shown.length === 0 ? (
          <Text size="sm" c="dimmed" lang={own} dir={directionOf(own)}>
            {t('previewEmpty')}
          </Text>
        ) : code === 'footer' ? (
          <FooterLinks links={shown} language={chosen} />
        ) : (
          <HeaderLinks links={shown} language={chosen} />
        )}
      </div>
    </Section>
  );
}

/** One line of links; those with others below them open a panel. */
function HeaderLinks({ links, language }: { links: readonly ShownLink[]; language: Language }) {
  const [open, setOpen] = useState<string | null>(null);
  const opened = links.find((link) => link.key === open && link.links.length > 0);
  return (
    <>
      <ul className={classes.bar}>
        {links.map((link) => (
          <li key={link.key}>
            {link.links.length > 0 ? (
              <button
                type="button"
                className={classes.opener}
                aria-expanded={link === opened}
                onClick={() => setOpen(link === opened ? null : link.key)}
              >
                {link.title}
                <IconChevronDown size={14} aria-hidden />
              </button>
            ) : (
              <span className={classes.entry}>{link.title}</span>
            )}
          </li>
        ))}
      </ul>
      {opened && <Panel link={opened} language={language} />}
    </>
  );
}

/** What opens below a link: columns where a link below it has a picture or links of its own. */
function Panel({ link, language }: { link: ShownLink; language: Language }) {
  const isWide = link.imageUrl !== null || link.links.some((each) => each.imageUrl !== null || each.links.length > 0);
  return (
    <div className={classes.panel}>
      <ul className={isWide ? classes.grid : classes.list}>
        {link.isLink && <li className={classes.strong}>{words[language].previewAll}</li>}
        {link.links.map((each) => (
          <li key={each.key}>
            {each.imageUrl && <img src={each.imageUrl} alt="" className={classes.picture} loading="lazy" />}
            <span className={each.links.length > 0 ? classes.strong : undefined}>{each.title}</span>
            {each.links.length > 0 && (
              <ul className={classes.list}>
                {each.links.map((deep) => (
                  <li key={deep.key}>{deep.title}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {link.imageUrl && (
        <div className={classes.own}>
          <img src={link.imageUrl} alt="" className={classes.picture} loading="lazy" />
        </div>
      )}
    </div>
  );
}

/** A column of each link with others below it, and one of the rest. */
function FooterLinks({ links, language }: { links: readonly ShownLink[]; language: Language }) {
  const flat = links.filter((link) => link.links.length === 0);
  return (
    <div className={classes.columns}>
      {links
        .filter((link) => link.links.length > 0)
        .map((link) => (
          <FooterColumn key={link.key} title={link.title} links={link.links.flatMap((each) => [each, ...each.links])} />
        ))}
      {flat.length > 0 && <FooterColumn title={words[language].previewLinks} links={flat} />}
    </div>
  );
}

function FooterColumn({ title, links }: { title: string; links: readonly ShownLink[] }) {
  return (
    <div>
      <div className={classes.strong}>{title}</div>
      <ul className={classes.list}>
        {links.map((link) => (
          <li key={link.key}>{link.title}</li>
        ))}
      </ul>
    </div>
  );
}

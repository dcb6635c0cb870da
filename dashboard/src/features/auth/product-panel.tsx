import { IconPhoneCall, IconReceiptTax, IconRocket } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/language';
import { useAuthText } from './i18n';
import homeArDark from './pictures/home-ar-dark.webp';
import homeArLight from './pictures/home-ar-light.webp';
import homeEnDark from './pictures/home-en-dark.webp';
import homeEnLight from './pictures/home-en-light.webp';
import classes from './product-panel.module.css';

const pictures = {
  ar: { light: homeArLight, dark: homeArDark },
  en: { light: homeEnLight, dark: homeEnDark },
} as const;
const proofs = [
  { about: 'store', Icon: IconRocket },
  { about: 'cod', Icon: IconPhoneCall },
  { about: 'invoice', Icon: IconReceiptTax },
] as const;

/** What the product does, in three lines, above its own home page (`e2e/sign-in-pictures.js` takes the pictures). */
export function ProductPanel() {
  const t = useAuthText();
  const { language } = useLanguage();
  return (
    <>
      <div className={classes.words}>
        <p className={classes.title}>{t('hero.title')}</p>
        <ul className={classes.proofs}>
          {proofs.map(({ about, Icon }) => (
            <li key={about} className={classes.proof}>
              <Icon size={22} stroke={1.75} aria-hidden />
              <b>{t(`hero.${about}`)}</b>
              <span>{t(`hero.${about}Text`)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.window}>
        {(['light', 'dark'] as const).map((skin) => (
          <img
            key={skin}
            className={`${classes.picture} ${classes[skin]}`}
            src={pictures[language][skin]}
            width={1498}
            height={948}
            loading="lazy"
            alt={t('hero.picture')}
          />
        ))}
      </div>
    </>
  );
}

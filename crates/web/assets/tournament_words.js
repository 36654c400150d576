// The words of the page of a tournament.

export const TOURNAMENT_WORDS = {
  schedule: ["Schedule", "Programme"],
  latest_games: ["Latest games", "Dernières parties"],
  see_all_games: ["All {0} {0|game|games}", "{0|La partie|Toutes les parties} ({0})"],
  pairs_short: ["{0} of {1} {1|pair|pairs}", "{0} {0|paire|paires} sur {1}"],
  pairs_done: ["{0} {0|pair|pairs}", "{0} {0|paire|paires}"],
  comes_next: ["next", "suivante"],
  schedule_later: ["{0} more to come", "{0} de plus à venir"],
  schedule_done: ["{0} already played", "{0} {0|déjà jouée|déjà jouées}"],
  start_tournament: ["Start", "Lancer"],
  continue: ["Continue", "Continuer"],
  stop_finish: ["Finish running games, then stop", "Finir les parties en cours, puis arrêter"],
  stop_title: ["Stop “{0}”?", "Arrêter « {0} » ?"],
  stop_about: [
    "The games that are being played go on to their end. All results are kept, and you can continue at any time.",
    "Les parties en cours vont à leur terme. Tous les résultats sont gardés, et vous pourrez continuer à tout moment.",
  ],
  stop_now: ["Stop now", "Arrêter tout de suite"],
  stop_now_title: ["Stop “{0}” at once?", "Arrêter « {0} » tout de suite ?"],
  stop_now_about: [
    "The games that are being played are lost: their pairs begin again when you continue. All finished pairs are kept.",
    "Les parties en cours sont perdues : leurs paires recommenceront si vous continuez. Les paires finies sont gardées.",
  ],
  copy_settings: ["Copy settings", "Copier les réglages"],
  present: ["Present", "Projeter"],
  bots_changed: ["Bots have changed", "Des bots ont changé"],
  bots_changed_about: [
    "Should they play all their games again, or should the old games count for the new version?",
    "Doivent-ils rejouer toutes leurs parties, ou les anciennes doivent-elles compter pour la nouvelle version ?",
  ],
  bots_again: ["Play again", "Rejouer"],
  bots_accept: ["Count old games", "Compter les anciennes"],
};

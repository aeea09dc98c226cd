"""French."""

from __future__ import annotations

from weft.simulate._locale_base import Calendar, Locale, compose_names, list_words, read_words

_WORDS = read_words("""
home: Accueil; search: Rechercher; members: Membres; calendar: Calendrier; help: Aide; login: Connexion
register: Inscription; logout: Déconnexion; mark_read: Tout marquer comme lu; reply: Répondre; quote: Citer
report: Signaler; vote_up: J'aime; vote_down: Je n'aime pas; delete: Supprimer; edit: Modifier
print: Version imprimable; email: Envoyer à un ami; watch: Suivre; new_thread: Nouveau sujet; next: Suivant
previous: Précédent; first: Début; last: Fin; next_thread: Sujet suivant; previous_thread: Sujet précédent
last_post: Dernier message; permalink: Lien; sort_replies: Par réponses; sort_views: Par vues; sort_date: Par date
sort_author: Par auteur; filter_day: Depuis un jour; filter_week: Depuis une semaine; all: Tout; tags: Étiquettes
feed: Flux; archive: Archives; profile: Profil; page: Page; error: Erreur; not_found: Introuvable
login_needed: Cette page est réservée aux membres.; no_such_page: La page demandée n'existe pas.; moved: Déplacé
announcement: Annonce; sticky: Épinglé; ads: Publicité; online: Qui est en ligne; stats_posts: Messages au total
stats_threads: Sujets au total; stats_users: Membres au total; related: Sujets semblables; older: Plus anciens
newer: Plus récents; by: par; replies: Réponses; views: Vues; posts: Messages; threads: Sujets; joined: Inscrit le
location: Lieu; edited: Modifié le; attached: Pièces jointes; downloads: téléchargements; wrote: a écrit
in_reply_to: en réponse à; answer: réponse; answers: Réponses; accepted: Réponse retenue; comment: commentaire
comments: Commentaires; votes: votes; asked: demandé; author: Auteur; date: Date; subject: Sujet; board: Forum
boards: Forums; moderators: Modérateurs; subboards: Sous-forums; locked: Fermé; unread: Nouveaux messages
solved: Résolu; load_more: Afficher plus; menu: Menu; skip: Aller au contenu; top: Haut de page; sort: Trier par
go_to_page: Aller à la page; of: sur; size: Taille; rank_new: Nouveau; rank_member: Membre; rank_senior: Ancien
submit: Envoyer; share: Partager; from: De; month_index: Messages par mois; thread_index: Messages par sujet
recent: Derniers messages; code: Code; statistics: Statistiques; started: Commencé; read_more: Lire la suite
settings: Affichage; cookies: Ce site garde votre session dans un cookie.
footer: Les messages appartiennent à leurs auteurs.; message: Message; action: Action; no_replies: Pas encore de réponse
today: Aujourd'hui; yesterday: Hier; just_now: à l'instant; minute_ago: il y a 1 minute
minutes_ago: il y a {n} minutes; hour_ago: il y a 1 heure; hours_ago: il y a {n} heures; day_ago: il y a 1 jour
days_ago: il y a {n} jours
""")

_VOCABULARY = list_words("""
le de un être et à il avoir ne je son que se qui ce dans en du elle au pour pas sur faire plus dire me on mon lui nous
comme mais pouvoir avec tout aller voir bien où sans tu ou leur homme si deux mari moi vouloir te femme venir quand
grand celui notre devoir là jour prendre même votre rien petit encore aussi quelque dont tous mer trouver donner temps
ça peu falloir sous parler alors main chose mettre vie savoir yeux passer autre après regarder toujours puis jamais
cela aimer non heure croire cent monde donc enfant fois seul entre vers chez demander jeune jusque très moment rester
répondre tête père fille mille premier car entendre ni bon trois coeur ainsi an quatre terre contre dieu monsieur voix
penser quel arriver maison devant coup beau connaître devenir air mot nuit sentir eau vieux sembler moins tenir ici
comprendre oui rendre toi vingt depuis attendre sortir ami trop porte lumière doux soir pied vivre nom appeler soleil
rue cheval ville bras matin prix travail montagne jardin cuisine pain fromage pomme soupe recette couteau assiette table
chaise fenêtre toit cave lampe câble prise courant batterie moteur frein pneu voiture vélo train billet carte voyage île
port bateau avion valise argent facture marché bureau collègue projet contrat question problème solution erreur cause
conseil notice image photo objectif couleur cadre film musique chanson guitare corde livre page chapitre phrase langue
école maître élève examen frère soeur mère famille chien chat oiseau arbre fleur pelouse graine pierre sable bois clou
vis marteau scie mur sol plafond chauffage tuyau pompe ordinateur écran clavier souris réseau fichier dossier copie
compte programme version pilote jeu équipe but ballon victoire règle point début milieu partie groupe nombre nouveau
court rapide lent clair sombre chaud froid cher juste faux facile difficile important simple possible ouvert vide plein
""")

_NAMES = compose_names(
    "petit Loup Renard vieux Jean Marie Lune Soleil Chat Pierre Luc Nuit Vent Mistral Zoé Tom Bleu Roux Ours Merle",
    ("_du_75", "ette", "33", "dodu", "malin", ".fr", "lolo"),
    """
    Tonton René
    Éloïse B.
    l'ami Pierrot
    Père Noël
    Mme Michu
    """,
)

_MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"

FRENCH = Locale(
    code="fr",
    rtl=False,
    words=_WORDS,
    vocabulary=_VOCABULARY,
    joiner=" ",
    stop=".",
    names=_NAMES,
    calendar=Calendar(
        months=list_words(_MONTHS),
        worded="{d} {month} {y} à {hour:02}h{minute:02}",
        numeric="{d:02}/{m:02}/{y} {hour:02}:{minute:02}",
    ),
)
